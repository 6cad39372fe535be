// The way out as it is opened for somebody: every socket, ours or a driver's, begins with an address that was judged.
import { lookup } from "node:dns/promises";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from "node:tls";
import { Agent, request } from "undici";
import type { FetchOptions, Fetched, Outbound, Target, TlsTarget } from "./outbound.ts";

const usualTimeoutMs = 10_000;
const usualMaxBytes = 10 * 1024 * 1024;

export function createOutbound(): Outbound {
  const address: Outbound["address"] = async ({ host }) => {
    const name = host.replace(/^\[(.*)\]$/, "$1");
    const found = await lookup(name, { verbatim: true });
    return { address: found.address, family: found.family === 6 ? 6 : 4 };
  };

  const connect = async (target: Target): Promise<Socket | TLSSocket> => {
    const { host, port, tls, timeoutMs = usualTimeoutMs } = target;
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(target.signal ? [target.signal] : [])]);
    const pinned = await address(target);
    const socket = tls
      ? connectTls({ host: pinned.address, port, ...tlsOptions(host, tls) })
      : connectTcp({ host: pinned.address, port });
    return opened(socket, tls ? "secureConnect" : "connect", signal);
  };

  return {
    address,
    connect,
    async fetch(url, options = {}) {
      const agent = new Agent({
        connect({ hostname, port, protocol }, done) {
          const isSecure = protocol === "https:";
          const tls = isSecure ? (options.tls ?? {}) : undefined;
          const target = { ...options, host: hostname, port: Number(port) || (isSecure ? 443 : 80) };
          // undici wants to be called back.
          /* oxlint-disable promise/no-callback-in-promise */
          connect({ ...target, tls }).then(
            (socket) => done(null, socket),
            (error: Error) => done(error, null),
          );
          /* oxlint-enable promise/no-callback-in-promise */
        },
      });
      try {
        return await fetchWith(agent, String(url), options);
      } finally {
        await agent.destroy();
      }
    },
  };
}

function tlsOptions(host: string, { servername, insecure = false, ca, cert, key }: TlsTarget): ConnectionOptions {
  const name = servername ?? host;
  return {
    // An IP address is no server name, and TLS forbids to send one.
    ...(isIP(name) ? {} : { servername: name }),
    rejectUnauthorized: !insecure,
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}

function opened<S extends Socket>(socket: S, event: "connect" | "secureConnect", signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      signal.removeEventListener("abort", stop);
      socket.removeListener("error", settle);
      if (error === undefined) return resolve(socket);
      socket.destroy();
      reject(error);
    };
    const stop = () => settle(signal.reason as Error);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    socket.once("error", settle);
    socket.once(event, () => settle());
  });
}

async function fetchWith(agent: Agent, url: string, options: FetchOptions): Promise<Fetched> {
  const { timeoutMs = usualTimeoutMs, maxBytes = usualMaxBytes } = options;
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(options.signal ? [options.signal] : [])]);
  const answer = await request(url, {
    dispatcher: agent,
    method: (options.method ?? "GET") as "GET",
    headers: { ...options.headers },
    body: options.body ?? null,
    signal,
  });
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of answer.body) {
    const bytes = piece as Buffer;
    size += bytes.length;
    if (size > maxBytes) throw new Error(`The answer is longer than ${maxBytes} bytes`);
    pieces.push(bytes);
  }
  const body = Buffer.concat(pieces);
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(", ")]),
    ),
    body,
    text: () => body.toString("utf8"),
    json: () => JSON.parse(body.toString("utf8")) as unknown,
    url,
  };
}
