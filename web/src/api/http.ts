/** What the daemon refused, in its own sentence. */
export class ApiError extends Error {
  /** Of HTTP; 0 when there was no answer at all. */
  readonly status: number;
  /** All that it answered. */
  readonly answer: unknown;

  constructor(status: number, message: string, answer: unknown = null) {
    super(message);
    this.status = status;
    this.answer = answer;
  }
}

type Query = Readonly<Record<string, string | number | boolean>>;

export function get<Answer>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Answer> {
  const words = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return ask<Answer>(words.size === 0 ? path : `${path}?${words}`, signal ? { signal } : {});
}

export function post<Answer>(path: string, body: object = {}): Promise<Answer> {
  return ask<Answer>(path, {
    method: "POST",
    headers: { ...OURS, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

export function remove<Answer>(path: string): Promise<Answer> {
  return ask<Answer>(path, { method: "DELETE", headers: OURS });
}

/** Below `/api/processes`, for one of them. */
export function pathOf(id: string, rest = ""): string {
  return `/api/processes/${encodeURIComponent(id)}${rest}`;
}

/** What the daemon wants to see before it changes something; see its http-guard. */
const OURS = { "X-Bellhop-Request": "1" };

async function ask<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(path, init).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, "The daemon does not answer.");
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok)
    throw new ApiError(response.status, sentenceOf(answer) ?? `It answered ${response.status}.`, answer);
  return answer as Answer;
}

/** The sentence of a refusal. */
export function sentenceOf(answer: unknown): string | undefined {
  if (typeof answer !== "object" || answer === null || !("error" in answer)) return undefined;
  return typeof answer.error === "string" ? answer.error : undefined;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
