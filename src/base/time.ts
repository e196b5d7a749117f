/** A length of time or a monotonic moment, in milliseconds. Never mixed with {@link WallMs}. */
export type Ms = number & { readonly __unit?: "ms" };

/** Milliseconds since the Unix epoch. For records and people; never subtract two of them to measure time. */
export type WallMs = number & { readonly __unit?: "wallMs" };
