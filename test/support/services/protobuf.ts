/** One value of a message: its number, and what stands there. */
export type Field = readonly [number: number, value: number | string | Uint8Array];

/** A message of protobuf: numbers as varints, texts and bytes with their length. */
export function encoded(fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === "number") return [varint(number << 3), varint(value)];
      const bytes = Buffer.from(value as Uint8Array);
      return [varint((number << 3) | 2), varint(bytes.length), bytes];
    }),
  );
}

/** The values of a message by their numbers, in order. Numbers of fixed length are passed over. */
export function decoded(bytes: Buffer): ReadonlyMap<number, readonly (number | Buffer)[]> {
  const fields = new Map<number, (number | Buffer)[]>();
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = next();
    const kind = tag & 7;
    const values = fields.get(tag >>> 3) ?? [];
    fields.set(tag >>> 3, values);
    if (kind === 0) values.push(next());
    else if (kind === 2) {
      const length = next();
      values.push(bytes.subarray(at, at + length));
      at += length;
    } else at += kind === 5 ? 4 : 8;
  }
  return fields;
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return Buffer.from([...bytes, rest]);
}
