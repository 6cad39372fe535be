// Sends HTTP requests through sockets of this module: the rules apply to every connection, including connections for
// redirects.
import type { IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";
import { readBody } from "./answer-body.ts";
import { exchange } from "./exchange.ts";
import type { KeptConnections, Opened } from "./kept-connections.ts";
import { TargetRefused, type Fetched, type FetchOptions, type Target, type Timings } from "./outbound.ts";
import { failedAt } from "./places.ts";
import { isRedirect, redirected, type Request } from "./redirects.ts";
import { readJson } from "#lib/json/read-json.ts";
import { readHeaders, readMethod, readUrl, takeCredentials } from "./request-headers.ts";

const defaultMaxBytes = 10 * 1024 * 1024;
const defaultMaxRedirects = 5;
/** The maximum size of an ignored body that is read to the end so that the connection can be used again. */
const skippedBytes = 64 * 1024;
/** The maximum number of authentication rounds; no scheme needs more. */
const maxProofs = 3;

export type Open = (target: Pick<Target, "host" | "port" | "tls">) => Promise<Opened>;

export interface Ways {
  open: Open;
  kept: KeptConnections;
}

export async function fetchWith(
  { open, kept }: Ways,
  target: string | URL,
  options: FetchOptions & { signal: AbortSignal },
): Promise<Fetched> {
  const { signal, maxRedirects = defaultMaxRedirects, prove } = options;
  const startedAt = performance.now();
  let request = firstRequest(target, options);
  // Some schemes authenticate the connection, so a connection with `prove` is never shared.
  const mayRepeat = isRepeatable(request);
  const isWanted = options.keepAlive === "fresh" || (options.keepAlive === true && mayRepeat);
  const isShared = isWanted && prove === undefined;
  let mayTake = isShared;
  let opened: Opened | undefined;
  let redirects = 0;
  const stop = () => opened?.socket.destroy(signal.reason as Error);
  signal.addEventListener("abort", stop, { once: true });
  try {
    for (let proofs = 0; ;) {
      if (mayTake) opened ??= kept.take(targetOf(request), { onlyFresh: !mayRepeat });
      opened ??= await open(targetOf(request));
      const asked = performance.now();
      const { socket, isUsed } = opened;
      const receivedBefore = socket.bytesRead;
      const staysOpen = prove !== undefined || (isShared && redirects === 0);
      const answer = await exchange(socket, request, { staysOpen }).catch((error: unknown) => {
        if (!isUsed || !mayRepeat || signal.aborted || socket.bytesRead > receivedBefore) throw error;
      });
      mayTake = false;
      if (!answer) {
        // The server closed the connection while it was idle: the request is repeated once, over a new connection.
        socket.destroy();
        opened = undefined;
        continue;
      }
      const answered = performance.now();
      const { statusCode: status = 0 } = answer;
      const { location } = answer.headers;
      if (maxRedirects > 0 && isRedirect(status, location)) {
        if (redirects === maxRedirects) throw new Error(`More than ${maxRedirects} redirects.`);
        redirects += 1;
        request = redirected(request, status, location);
        opened.socket.destroy();
        opened = undefined;
        continue;
      }
      const proof = status === 401 && proofs < maxProofs ? prove?.(challengeOf(answer, request)) : undefined;
      if (proof !== undefined) {
        proofs += 1;
        request = { ...request, headers: { ...request.headers, ...readHeaders(proof) } };
        if (!(await isReadToTheEnd(answer, signal))) {
          opened.socket.destroy();
          opened = undefined;
        }
        continue;
      }
      const isFirst = redirects + proofs === 0;
      let isFree = false;
      if (isShared && isFirst) socket.once("free", () => (isFree = true));
      const heard = { ...options, request, opened, startedAt, asked, answered, redirects, isFirst };
      const result = await fetched(answer, { ...heard, keepsOpen: isShared && isFirst });
      if (isFree) {
        kept.keep(targetOf(request), opened);
        opened = undefined;
      }
      return result;
    }
  } catch (error) {
    // The socket error is only a consequence of the abort, so the reason of the abort is thrown.
    if (signal.aborted) throw failedAt(signal.reason, targetOf(request));
    if (error instanceof TargetRefused && redirects > 0) throw new TargetRefused(error.message, { isRedirect: true });
    throw failedAt(error, targetOf(request));
  } finally {
    signal.removeEventListener("abort", stop);
    opened?.socket.destroy();
  }
}

interface Heard extends FetchOptions {
  signal: AbortSignal;
  request: Request;
  opened: Opened;
  startedAt: number;
  asked: number;
  answered: number;
  redirects: number;
  /** No redirect or authentication round came before this request. */
  isFirst: boolean;
  /** Leaves the connection open, because it is used again. */
  keepsOpen: boolean;
}

async function fetched(answer: IncomingMessage, heard: Heard): Promise<Fetched> {
  const { signal, maxBytes = defaultMaxBytes, request, opened, startedAt, asked, answered, redirects, isFirst } = heard;
  const { keepsOpen } = heard;
  const { socket, address, timings } = opened;
  const status = answer.statusCode!;
  const headers = joined(answer.headers);
  if (socket instanceof TLSSocket) opened.tls ??= agreed(socket);
  const body = await readBody(answer, { encoding: headers["content-encoding"], maxBytes, signal, keepsOpen });
  // A body without a length ends when the connection closes. Node therefore treats a body that was cut off as complete.
  signal.throwIfAborted();
  if (socket.errored) throw socket.errored;
  const now = performance.now();
  return {
    status,
    headers,
    body,
    text: () => body.toString("utf8"),
    json: () => jsonOf(body, status),
    url: request.url.href,
    redirects,
    address,
    tls: opened.tls,
    totalMs: now - startedAt,
    timings: timingsOf({ ...timings, firstByte: answered - asked, body: now - answered }, now - startedAt, isFirst),
  };
}

/** Computes the timings. They include the time between the phases, so that they add up to the total. */
function timingsOf(parts: Omit<Timings, "before">, totalMs: number, isFirst: boolean): Timings {
  const { lookup, connect, tls, firstByte, body } = parts;
  const rest = Math.max(0, totalMs - lookup - connect - tls - firstByte - body);
  return isFirst ? { ...parts, before: 0, firstByte: firstByte + rest } : { ...parts, before: rest };
}

function agreed(socket: TLSSocket): Fetched["tls"] {
  const certificate = socket.getPeerX509Certificate();
  return certificate && { protocol: socket.getProtocol() ?? "", certificate };
}

function targetOf({ url, tls }: Request): Parameters<Open>[0] {
  const isSecure = url.protocol === "https:";
  return {
    host: url.hostname,
    port: url.port === "" ? (isSecure ? 443 : 80) : Number(url.port),
    tls: isSecure ? tls : undefined,
  };
}

const repeatableMethods = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);

/**
 * Whether the request may be sent a second time. If a kept connection closes before the response, the server may have
 * handled the request, so only requests that may be repeated are sent again (RFC 9110, 9.2.2).
 */
const isRepeatable = ({ method, headers }: Request) =>
  repeatableMethods.has(method) || headers["idempotency-key"] !== undefined;

const challengeOf = (answer: IncomingMessage, { url, method }: Request) => ({
  challenges: answer.headersDistinct["www-authenticate"] ?? [],
  method,
  path: url.pathname + url.search,
});

/** Reads the remaining part of a small body, so that the connection can be used again. */
async function isReadToTheEnd(answer: IncomingMessage, signal: AbortSignal): Promise<boolean> {
  const { socket } = answer;
  const isFree = new Promise((resolve) => {
    socket.once("free", () => resolve(true)).once("close", () => resolve(false));
  });
  try {
    await readBody(answer, { encoding: undefined, maxBytes: skippedBytes, signal, keepsOpen: true });
  } catch {
    return false;
  }
  return (await isFree) === true;
}

function jsonOf(body: Buffer, status: number): unknown {
  try {
    return readJson(body.toString("utf8"));
  } catch {
    // The parser's own message would quote the body.
    throw new Error(`The response (status ${status}) is not JSON.`);
  }
}

function firstRequest(target: string | URL, { method, headers, body, tls = {} }: FetchOptions): Request {
  const url = readUrl(target);
  const authorization = takeCredentials(url);
  return {
    url,
    method: readMethod(method),
    headers: {
      "accept-encoding": "gzip, deflate, br",
      ...(authorization !== undefined && { authorization }),
      ...readHeaders(headers),
    },
    body,
    tls,
  };
}

const joined = (headers: IncomingMessage["headers"]): Record<string, string> => {
  const plain: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) plain[name] = typeof value === "string" ? value : value.join(", ");
  }
  return plain;
};
