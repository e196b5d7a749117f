/** Something that is kept between requests. */
export interface Kept {
  /** Ends it. */
  close(): Promise<void>;
}

interface Entry<Value> {
  readonly value: Value;
  /** Requests in progress. */
  busy: number;
}

/** A bounded store of what is kept between requests. When it is full, the idle one that was used longest ago is ended. */
export class KeptOnes<Value extends Kept> {
  readonly #most: number;
  /** The one used last is at the end. */
  readonly #entries = new Map<string, Entry<Value>>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Makes room and keeps `value`. False when all that is kept is in use. */
  async put(key: string, value: Value): Promise<boolean> {
    if (this.#entries.size >= this.#most) {
      const idle = [...this.#entries].find(([, { busy }]) => busy === 0);
      if (!idle) return false;
      await this.remove(idle[0]);
    }
    this.#entries.set(key, { value, busy: 0 });
    return true;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** Uses one for a request; `undefined` when it is not kept. */
  async use<Result>(key: string, body: (value: Value) => Promise<Result>): Promise<Result | undefined> {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.busy++;
    try {
      return await body(entry.value);
    } finally {
      entry.busy--;
    }
  }

  async remove(key: string): Promise<void> {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    await entry?.value.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#entries.keys()].map((key) => this.remove(key)));
  }
}
