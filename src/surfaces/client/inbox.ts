import { deferred, type Deferred } from "../../base/deferred.ts";

/** What came and was not taken yet. It asks the sender to hold when much waits, and to go on when nothing does. */
export class Inbox<Item> {
  readonly #items: Item[] = [];
  readonly #most: number;
  readonly #hold: (held: boolean) => void;
  #arrived: Deferred<void> | undefined;

  constructor(most: number, hold: (held: boolean) => void) {
    this.#most = most;
    this.#hold = hold;
  }

  put(item: Item): void {
    this.#items.push(item);
    if (this.#items.length === this.#most) this.#hold(true);
    this.#arrived?.resolve();
  }

  /** The next item; waits for it. */
  async take(): Promise<Item> {
    while (this.#items.length === 0) {
      this.#hold(false);
      this.#arrived = deferred();
      await this.#arrived.promise;
    }
    return this.#items.shift() as Item;
  }
}
