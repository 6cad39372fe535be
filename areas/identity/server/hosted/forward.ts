// Sends the API calls of members of other organisations to the backends of these organisations, for organisations
// without the direct mode and for requests that a browser sends itself, such as downloads.
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem, problem } from "#language/problem.ts";
import type { Forward } from "#server/http/app.ts";
import { exchange } from "#server/outbound/exchange.ts";
import type { Outbound } from "#server/outbound/outbound.ts";

export interface ForwardParts {
  outbound: Outbound;
  /** The token of a request by a member of another organisation; undefined if this server handles the request. */
  findForeign(request: FastifyRequest): Promise<{ token: string; organization: string } | undefined>;
  /** The backend of an organisation; undefined if it has none yet. */
  findBackend(organization: string): Promise<string | undefined>;
  publicUrl: string;
}

/** Marks forwarded requests, so that two servers never forward a request to each other. */
const via = "1.1 quarterdeck";
const maxBodyBytes = 4 * 1024 * 1024;
const headTimeoutMs = 10 * 60_000;

export function createForward({ outbound, findForeign, findBackend, publicUrl }: ForwardParts): Forward {
  return async (request, reply) => {
    if (request.headers.via?.includes(via)) return false;
    const foreign = await findForeign(request);
    if (foreign === undefined) return false;
    const backend = await findBackend(foreign.organization);
    if (backend === undefined) throw new Problem("unavailable", "Missing target", { status: 500 });
    // The address is wrong: the error of this server explains it better than an endless provisioning screen.
    if (new URL(backend).origin === publicUrl) return false;
    const url = new URL(backend + request.url.slice("/api".length));
    // A path with dots must not leave the address of the backend.
    if (!url.href.startsWith(`${backend}/`)) throw problem.invalid("The path of the request is not valid.");
    const body = await readBody(request);
    const socket = await connect(outbound, backend);
    reply.raw.once("close", () => socket.destroy());
    const headers = { ...requestHeaders(request), authorization: `Bearer ${foreign.token}` };
    const answer = await withTimeout(exchange(socket, { url, method: request.method, headers, body, tls: {} }), socket);
    await relay(answer, reply);
    return true;
  };
}

async function connect(outbound: Outbound, backend: string): Promise<Socket> {
  const { protocol, hostname, port } = new URL(backend);
  const isSecure = protocol === "https:";
  const target = { host: hostname, port: Number(port) || (isSecure ? 443 : 80), tls: isSecure ? {} : undefined };
  return outbound.connect(target).catch((cause: unknown) => {
    throw unreachable(cause);
  });
}

async function withTimeout(answer: Promise<IncomingMessage>, socket: Socket): Promise<IncomingMessage> {
  const timer = setTimeout(() => socket.destroy(new Error("the backend did not respond in time")), headTimeoutMs);
  try {
    return await answer;
  } catch (cause) {
    throw unreachable(cause);
  } finally {
    clearTimeout(timer);
  }
}

const unreachable = (cause: unknown) =>
  problem.unavailable("The backend of the organisation cannot be reached.", { retryAfter: 5, cause });

/** Headers that concern one connection only, or credentials and origins of this site. */
const keptHere = new Set([
  "authorization",
  "connection",
  "content-length",
  "cookie",
  "expect",
  "host",
  "keep-alive",
  "origin",
  "proxy-authenticate",
  "proxy-authorization",
  "referer",
  "set-cookie",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

function requestHeaders({ headers, host, protocol, ip }: FastifyRequest): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !keptHere.has(name) && !/^(?:sec-fetch|x-forwarded)-/.test(name))
      sent[name] = Array.isArray(value) ? value.join(", ") : value;
  return { ...sent, via, "x-forwarded-for": ip, "x-forwarded-host": host, "x-forwarded-proto": protocol };
}

async function readBody({ raw, method }: FastifyRequest): Promise<Buffer | undefined> {
  if (method === "GET" || method === "HEAD") return undefined;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of raw as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBodyBytes) throw new Problem("too_large", "The request body is too large.");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Passes the response on as it arrives: it may be a stream without an end. */
async function relay(answer: IncomingMessage, reply: FastifyReply): Promise<void> {
  const length = answer.headers["content-length"];
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined && !keptHere.has(name) && !name.startsWith("access-control-")) reply.header(name, value);
  if (length !== undefined) reply.header("content-length", length);
  const headers = reply.getHeaders();
  reply.hijack();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(answer.statusCode!);
  reply.raw.flushHeaders();
  // A connection that breaks on either side ends the other; the status was already sent.
  await pipeline(answer, reply.raw).catch(() => {});
}
