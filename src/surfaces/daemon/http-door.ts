import type { Logger } from "../../ports/logger.ts";
import type { HttpFace, HttpRoute } from "./http.ts";
import { readWish, saveWish } from "./http-wish.ts";

export interface DoorOptions {
  readonly home: string;
  readonly logger: Logger;
  readonly routes: () => Promise<readonly HttpRoute[]>;
}

/** Serves HTTP once somebody asks for it, and not before: nothing of it is loaded until then. */
export class HttpDoor {
  readonly #options: DoorOptions;
  #face: HttpFace | undefined;
  #opening: Promise<HttpFace> | undefined;

  constructor(options: DoorOptions) {
    this.#options = options;
  }

  /** Undefined while it is closed. */
  get port(): number | undefined {
    return this.#face?.port;
  }

  /** How many are connected now. */
  connections(): number {
    return this.#face?.connections() ?? 0;
  }

  /** Opens it, unless it is open. `port` 0: any free one. Resolves with its port; throws `home_unusable` when that is taken. */
  async open(port: number): Promise<number> {
    this.#opening ??= this.#serve(port).catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return (await this.#opening).port;
  }

  /** Opens it for the page. The next daemon does so, too, on the same port, so that the page finds it again; see {@link forget}. */
  async openForPage(port: number | undefined): Promise<number> {
    const { home } = this.#options;
    const open = this.port ?? (await this.open(port ?? readWish(home) ?? 0));
    saveWish(home, open);
    return open;
  }

  /** What a daemon before this one was asked for. */
  async reopen(): Promise<void> {
    const { home, logger } = this.#options;
    const port = readWish(home);
    if (port === undefined || this.#face !== undefined) return;
    await this.open(port).catch((error: unknown) => logger.warn(`The page is not served: ${String(error)}`));
  }

  async close(): Promise<void> {
    await (await this.#opening?.catch(() => undefined))?.close();
    this.#face = undefined;
  }

  async #serve(port: number): Promise<HttpFace> {
    const { home, logger, routes } = this.#options;
    const { serveHttp } = await import("./http.ts");
    this.#face = await serveHttp({ home, port, routes: await routes(), logger });
    logger.info(`It serves HTTP on port ${this.#face.port}.`);
    return this.#face;
  }
}
