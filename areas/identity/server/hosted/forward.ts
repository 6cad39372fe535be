// Sends the API calls of members of other organisations to the backends of these organisations. Used for organisations
// without the direct mode, and for requests that a browser sends itself, such as downloads.
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem, problem } from "#language/problem.ts";
import type { Forward } from "#server/http/app.ts";
import { requestHeaders, responseHeaders } from "#server/http/cors.ts";
import { exchange } from "#server/outbound/exchange.ts";
import type { Outbound } from "#server/outbound/outbound.ts";

type HeaderSet = Readonly<Record<string, string>>;

/** A request by a member of another organisation. */
export interface Foreign {
  token: string;
  organization: string;
  /** A page of another site sent the request, and the browser added the cookie. The backend may refuse it. */
  isFromOtherSite: boolean;
}

export interface ForwardParts {
  outbound: Outbound;
  /** Undefined if this server handles the request. */
  findForeign(request: FastifyRequest): Promise<Foreign | undefined>;
  /** The backend of an organisation; undefined if it has none yet. */
  findBackend(organization: string): Promise<string | undefined>;
  publicUrl: string;
  /** The security headers of the responses of this server. */
  securityHeaders: HeaderSet;
}

/** Marks forwarded requests, so that two servers never forward a request to each other. */
const via = "1.1 quarterdeck";
const maxBodyBytes = 4 * 1024 * 1024;
const headTimeoutMs = 10 * 60_000;

export function createForward(parts: ForwardParts): Forward {
  const { outbound, findForeign, findBackend, publicUrl, securityHeaders } = parts;
  return async (request, reply) => {
    if (request.headers.via?.includes(via)) return false;
    const foreign = await findForeign(request);
    if (foreign === undefined) return false;
    const backend = await findBackend(foreign.organization);
    if (backend === undefined) throw new Problem("unavailable", "Missing target", { status: 500 });
    // The address is wrong, because it is the address of this server. The error of this server explains this better
    // than an endless provisioning screen.
    if (new URL(backend).origin === publicUrl) return false;
    const url = new URL(backend + request.url.slice("/api".length));
    // A path with dots must not leave the address of the backend.
    if (!url.href.startsWith(`${backend}/`)) throw problem.invalid("The path of the request is not valid.");
    const body = await readBody(request);
    const socket = await connect(outbound, backend);
    reply.raw.once("close", () => socket.destroy());
    const headers = headersFor(request, foreign);
    const answer = await withTimeout(exchange(socket, { url, method: request.method, headers, body, tls: {} }), socket);
    await relay(answer, reply, securityHeaders);
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

/**
 * Other request headers concern the connection to this server, cookies of this site, or proxies in front of it, which a
 * backend may trust.
 */
const sentHeaders = new Set([
  ...requestHeaders,
  "accept-encoding",
  "accept-language",
  "if-modified-since",
  "user-agent",
]);

/**
 * Other response headers would let a backend change cookies, storage and content policies of the console's origin, to
 * which the members of all organisations sign in.
 */
const returnedHeaders = new Set([
  ...responseHeaders,
  "accept-ranges",
  "cache-control",
  "content-encoding",
  "content-language",
  "content-length",
  "content-type",
  "last-modified",
  "x-accel-buffering",
]);

function headersFor(
  { headers, host, protocol, ip }: FastifyRequest,
  { token, isFromOtherSite }: Foreign,
): Record<string, string> {
  const sent: Record<string, string> = isFromOtherSite ? { "sec-fetch-site": "cross-site" } : {};
  for (const [name, value] of Object.entries(headers))
    if (typeof value === "string" && sentHeaders.has(name)) sent[name] = value;
  return {
    ...sent,
    authorization: `Bearer ${token}`,
    via,
    "x-forwarded-for": ip,
    "x-forwarded-host": host,
    "x-forwarded-proto": protocol,
  };
}

async function readBody({ raw, headers, method }: FastifyRequest): Promise<Buffer | undefined> {
  if (method === "GET" || method === "HEAD") return undefined;
  // Checked before reading, because ending the loop below early closes the connection, and the error would not arrive.
  if (Number(headers["content-length"]) > maxBodyBytes) throw tooLarge();
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of raw as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBodyBytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const tooLarge = () => new Problem("too_large", "The request body is too large.");

/** Passes the response on as it arrives: it may be a stream without an end. */
async function relay(answer: IncomingMessage, reply: FastifyReply, securityHeaders: HeaderSet): Promise<void> {
  const headers: OutgoingHttpHeaders = { ...securityHeaders, ...(reply.getHeaders() as OutgoingHttpHeaders) };
  for (const [name, value] of Object.entries(answer.headers)) if (returnedHeaders.has(name)) headers[name] = value;
  const vary = [headers.vary, answer.headers.vary].filter(Boolean).join(", ");
  if (vary !== "") headers.vary = vary;
  // A hijacked reply bypasses Fastify's hooks, so the security headers are set here.
  reply.hijack();
  reply.raw.writeHead(answer.statusCode!, headers);
  reply.raw.flushHeaders();
  // A connection that breaks on either side ends the other; the status was already sent.
  await pipeline(answer, reply.raw).catch(() => {});
}
