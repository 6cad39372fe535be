// HTTP through our own sockets: every connection, of each redirect too, goes where the judge let it.
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { readBody } from "./answer-body.ts";
import { exchange } from "./exchange.ts";
import { TargetRefused, type Fetched, type FetchOptions, type Target, type Timings } from "./outbound.ts";
import { failedAt } from "./places.ts";
import { isRedirect, redirected, type Request } from "./redirects.ts";
import { readJson } from "../read-json.ts";
import { readHeaders, readMethod, readUrl, takeCredentials } from "./request-headers.ts";

const usualMaxBytes = 10 * 1024 * 1024;
const usualMaxRedirects = 5;
/** Of the body of an answer that nobody reads, on a connection that is used again. */
const skippedBytes = 64 * 1024;
/** More than any way to prove who one is takes. */
const mostProofs = 3;

/** An open socket, and how long it took to open it. */
export interface Opened {
  socket: Socket;
  address: string;
  timings: Pick<Timings, "lookup" | "connect" | "tls">;
}

export type Open = (target: Pick<Target, "host" | "port" | "tls">) => Promise<Opened>;

export async function fetchWith(
  open: Open,
  given: string | URL,
  options: FetchOptions & { signal: AbortSignal },
): Promise<Fetched> {
  const { signal, maxRedirects = usualMaxRedirects, prove } = options;
  const begun = performance.now();
  let request = firstRequest(given, options);
  let opened: Opened | undefined;
  let redirects = 0;
  const stop = () => opened?.socket.destroy(signal.reason as Error);
  signal.addEventListener("abort", stop, { once: true });
  try {
    for (let proofs = 0; ;) {
      opened ??= await open(targetOf(request));
      const asked = performance.now();
      const answer = await exchange(opened.socket, request, { staysOpen: prove !== undefined });
      const answered = performance.now();
      const { statusCode: status = 0 } = answer;
      const { location } = answer.headers;
      if (maxRedirects > 0 && isRedirect(status, location)) {
        if (redirects === maxRedirects) throw new Error(`There are more than ${maxRedirects} redirects.`);
        redirects += 1;
        request = redirected(request, status, location);
        opened.socket.destroy();
        opened = undefined;
        continue;
      }
      const proof = status === 401 && proofs < mostProofs ? prove?.(challengeOf(answer, request)) : undefined;
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
      return await fetched(answer, { ...options, request, opened, begun, asked, answered, redirects, isFirst });
    }
  } catch (error) {
    // Whatever a socket says that we destroyed.
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
  begun: number;
  asked: number;
  answered: number;
  redirects: number;
  /** There was no request before this one. */
  isFirst: boolean;
}

async function fetched(answer: IncomingMessage, heard: Heard): Promise<Fetched> {
  const { signal, maxBytes = usualMaxBytes, request, opened, begun, asked, answered, redirects, isFirst } = heard;
  const { socket, address, timings } = opened;
  const status = answer.statusCode!;
  const headers = joined(answer.headers);
  const tls = socket instanceof TLSSocket ? agreed(socket) : undefined;
  const body = await readBody(answer, { encoding: headers["content-encoding"], maxBytes, signal });
  // A body without a length ends with its connection: Node takes one that we or an error cut off for whole.
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
    tls,
    totalMs: now - begun,
    timings: timingsOf({ ...timings, firstByte: answered - asked, body: now - answered }, now - begun, isFirst),
  };
}

/** With what lies between the parts, so that they add up to the whole. */
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

const challengeOf = (answer: IncomingMessage, { url, method }: Request) => ({
  challenges: answer.headersDistinct["www-authenticate"] ?? [],
  method,
  path: url.pathname + url.search,
});

/** Then the connection can be used again. */
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
    // Not with the parser's words: they repeat what was sent.
    throw new Error(`The answer (status ${status}) is no JSON.`);
  }
}

function firstRequest(given: string | URL, { method, headers, body, tls = {} }: FetchOptions): Request {
  const url = readUrl(given);
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
