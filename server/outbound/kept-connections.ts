// Keeps connections open for the next request to the same origin with the same TLS settings. Each degree of trust has
// its own store, so that a request never uses a connection that the rules would not allow it to open.
import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import type { Fetched, Target, Timings, TlsTarget } from "./outbound.ts";

/** An open socket with the time it took to open it. */
export interface Opened {
  socket: Socket;
  address: string;
  /** A timestamp of performance.now(). */
  openedAt: number;
  /** Whether an earlier request used the connection. If so, the server may be about to close it. */
  isUsed?: true;
  /** Read with the first response, because Node returns the certificate only once per connection. */
  tls?: Fetched["tls"];
  timings: Pick<Timings, "lookup" | "connect" | "tls">;
}

export type Origin = Pick<Target, "host" | "port" | "tls">;

export interface KeptOptions {
  /** Servers close idle connections, most of them after five seconds or more. */
  idleMs?: number;
  /** A connection counts as fresh for this time after a response. A server hardly closes it that soon. */
  freshMs?: number;
  /**
   * Maximum age of a connection. An older connection is not reused, because the rules or the addresses of the name may
   * have changed.
   */
  maxAgeMs?: number;
  maxPerOrigin?: number;
  maxTotal?: number;
}

interface Kept {
  opened: Opened;
  /** A timestamp of performance.now(). */
  since: number;
  /** Stops watching the idle connection. */
  release(): void;
}

export class KeptConnections {
  readonly #options: Required<KeptOptions>;
  /** The most recently used connection of an origin is last. */
  readonly #idle = new Map<string, Kept[]>();
  #size = 0;

  constructor(options: KeptOptions = {}) {
    this.#options = { idleMs: 2_000, freshMs: 500, maxAgeMs: 30_000, maxPerOrigin: 100, maxTotal: 256, ...options };
  }

  /** Returns an idle connection, which the caller then owns. */
  take(origin: Origin, { onlyFresh }: { onlyFresh: boolean }): Opened | undefined {
    const kept = this.#idle.get(nameOf(origin))?.at(-1);
    if (!kept || (onlyFresh && performance.now() - kept.since > this.#options.freshMs)) return undefined;
    kept.release();
    kept.opened.socket.ref();
    return kept.opened;
  }

  /** Takes over a connection whose last response was read to the end. */
  keep(origin: Origin, opened: Opened): void {
    const name = nameOf(origin);
    const { socket, openedAt } = opened;
    const { idleMs, maxAgeMs, maxPerOrigin, maxTotal } = this.#options;
    const own = this.#idle.get(name) ?? [];
    const leftMs = Math.min(idleMs, openedAt + maxAgeMs - performance.now());
    if (socket.destroyed || !socket.writable || leftMs <= 0 || own.length >= maxPerOrigin || this.#size >= maxTotal)
      return void socket.destroy();
    const release = () => {
      clearTimeout(timer);
      socket.off("data", drop).off("end", drop).off("close", drop).off("error", drop);
      own.splice(own.indexOf(kept), 1);
      if (own.length === 0) this.#idle.delete(name);
      this.#size -= 1;
    };
    // Data that a server sends without a request would be read as the response to the next request.
    const drop = () => {
      release();
      socket.on("error", () => {}).destroy();
    };
    const timer = setTimeout(drop, leftMs).unref();
    const kept: Kept = {
      opened: { ...opened, isUsed: true, timings: { lookup: 0, connect: 0, tls: 0 } },
      since: performance.now(),
      release,
    };
    own.push(kept);
    this.#idle.set(name, own);
    this.#size += 1;
    socket.on("data", drop).on("end", drop).on("close", drop).on("error", drop);
    // An idle connection does not keep the process running.
    socket.unref();
  }
}

const nameOf = ({ host, port, tls }: Origin) => (tls ? `${host}:${port} ${settingsOf(tls)}` : `${host}:${port}`);

/** A digest, because the key of a client certificate is secret and long. */
function settingsOf({ servername, insecure, ca, cert, key }: TlsTarget): string {
  const settings = JSON.stringify([servername, insecure, ca, cert, key]);
  return settings.length < 100 ? settings : createHash("sha256").update(settings).digest("base64");
}
