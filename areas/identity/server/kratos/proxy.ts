// /api/.ory as a way to Kratos: what comes is passed on as it comes, what goes back leads to our own address. Nothing is read
// but headers.
import type { Agent, IncomingHttpHeaders, IncomingMessage } from "node:http";
import { Agent as HttpAgent, request as httpRequest } from "#server/node-http.ts";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { Transform, type Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem, problem } from "#language/problem.ts";
import { doorPath, open } from "../door/door.ts";
import { originOf, requireOwnHost } from "../own-site.ts";
import { kratosAway } from "./client.ts";

const mostBytes = 1024 * 1024;
const usualSilenceMs = 15_000;
const longestMs = 60_000;

/** What is between two neighbours only (RFC 9110, 7.6.1). */
const hopByHop = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

export interface ProxyOptions {
  /** Kratos' own address, without a slash at its end. */
  kratosUrl: string;
  publicUrl: string;
  allowedHosts: readonly string[];
  /** Told before an answer leaves. */
  answered(request: FastifyRequest): void;
  /** How long Kratos may say nothing. */
  silenceMs?: number;
}

export function proxyRoutes(app: FastifyInstance, options: ProxyOptions): void {
  const agent = options.kratosUrl.startsWith("https:")
    ? new HttpsAgent({ keepAlive: true, maxSockets: 100 })
    : new HttpAgent({ keepAlive: true, maxSockets: 100 });
  app.addHook("onClose", async () => agent.destroy());
  void app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
      scope.route({
        method: ["GET", "POST", "PUT", "PATCH", "DELETE"],
        url: "/*",
        ...open,
        bodyLimit: mostBytes,
        handler: (request, reply) => pass(request, reply, { ...options, agent }),
      });
    },
    { prefix: doorPath },
  );
}

async function pass(
  request: FastifyRequest,
  reply: FastifyReply,
  { kratosUrl, publicUrl, allowedHosts, answered, silenceMs = usualSilenceMs, agent }: ProxyOptions & { agent: Agent },
) {
  if (sendsMail(request)) requireOwnHost(request, { publicUrl, allowedHosts });
  const origin = originOf(request, publicUrl);
  const target = targetOf(kratosUrl, request.url);
  if (target === undefined) throw problem.notFound("page", request.url.split("?")[0]!.slice(0, 200));
  const gone = new AbortController();
  // Whoever has gone away needs no answer.
  reply.raw.once("close", () => {
    // Not a failure of anybody's, so it is not told as one.
    if (!reply.raw.writableFinished) gone.abort(problem.unavailable("Nobody waits for the answer any more."));
  });
  const answer = await ask(target, {
    agent,
    method: request.method,
    headers: forwardedHeaders(request, { publicUrl, host: target.host }),
    body: request.body as Readable | undefined,
    silenceMs,
    signal: AbortSignal.any([gone.signal, AbortSignal.timeout(longestMs)]),
  });
  answered(request);
  reply.code(answer.statusCode ?? 502).headers(returnedHeaders(answer.headers, { kratosUrl, origin }));
  const isEmpty = request.method === "HEAD" || answer.statusCode === 204 || answer.statusCode === 304;
  if (!isEmpty) return reply.send(answer);
  answer.resume();
  return reply.send();
}

/** Flows in which Kratos sends mail: recovery and verification from their start, the others when they are submitted. */
function sendsMail({ method, params }: Pick<FastifyRequest, "method" | "params">): boolean {
  // The router's wildcard: decoded, without the query.
  const { "*": path } = params as { "*": string };
  return method === "GET"
    ? /^self-service\/(?:recovery|verification)\/(?:browser|api)/.test(path)
    : /^self-service\/(?:recovery|verification|registration|settings)/.test(path);
}

/** The same path below Kratos' address; undefined when dots in it would lead out of there. */
export function targetOf(kratosUrl: string, url: string): URL | undefined {
  const address = kratosUrl + url.slice(doorPath.length);
  if (!url.startsWith(`${doorPath}/`) || !URL.canParse(address)) return undefined;
  const target = new URL(address);
  // What stands there must be what was meant: "..", also as %2e%2e, is resolved by now, and a host cannot have changed.
  return target.href.split("?")[0] === address.split(/[?#]/)[0] ? target : undefined;
}

interface Asked {
  agent: Agent;
  method: string;
  headers: Record<string, string | string[]>;
  body: Readable | undefined;
  silenceMs: number;
  signal: AbortSignal;
}

function ask(target: URL, { agent, method, headers, body, silenceMs, signal }: Asked): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = target.protocol === "https:" ? httpsRequest : httpRequest;
    const asked = send(target, { agent, method, headers, signal });
    asked.setTimeout(silenceMs, () => asked.destroy(new Error(`Kratos said nothing for ${silenceMs / 1000} seconds`)));
    asked.once("response", resolve);
    asked.once("error", (error) => {
      const { reason } = signal as { reason: unknown };
      reject([error, reason].find((each) => each instanceof Problem) ?? kratosAway(error));
    });
    if (!body) return void asked.end();
    const measured = limited();
    measured.once("error", (error) => asked.destroy(error));
    body.once("error", (error) => asked.destroy(error));
    body.pipe(measured).pipe(asked);
  });
}

function limited(): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      if (size > mostBytes) done(new Problem("too_large", "The request is larger than a megabyte."));
      else done(null, chunk);
    },
  });
}

const connectionOnly = ({ connection }: IncomingHttpHeaders) =>
  new Set([...hopByHop, ...(connection ?? "").split(",").map((name) => name.trim().toLowerCase())]);

/**
 * The client's headers, except those about the way it came. The forwarded host is PUBLIC_URL's and never the request's: Kratos
 * can be configured to build the links in its mails from it.
 */
export function forwardedHeaders(
  { headers, ip }: Pick<FastifyRequest, "headers" | "ip">,
  { publicUrl, host }: { publicUrl: string; host: string },
): Record<string, string | string[]> {
  const left = connectionOnly(headers);
  const kept = Object.entries(headers).filter(
    ([name, value]) =>
      value !== undefined && !left.has(name) && !/^(?:host|forwarded|x-forwarded-.*|x-real-ip|expect)$/.test(name),
  ) as [string, string | string[]][];
  const { protocol, host: ownHost } = new URL(publicUrl);
  return {
    ...Object.fromEntries(kept),
    host,
    "x-forwarded-for": ip,
    "x-forwarded-host": ownHost,
    "x-forwarded-proto": protocol.slice(0, -1),
  };
}

export function returnedHeaders(
  headers: IncomingHttpHeaders,
  { kratosUrl, origin }: { kratosUrl: string; origin: string },
): Record<string, string | string[]> {
  const left = connectionOnly(headers);
  const returned: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    // Whom Kratos lets in from other sites has no say about ours.
    if (value === undefined || left.has(name) || /^(?:access-control-.*|x-request-id)$/.test(name)) continue;
    returned[name] = value;
  }
  if (headers.location !== undefined) returned["location"] = ownPlace(headers.location, { kratosUrl, origin });
  const cookies = headers["set-cookie"];
  if (cookies) returned["set-cookie"] = cookies.map((cookie) => ownCookie(cookie, new URL(origin).hostname));
  return returned;
}

/** Kratos' own address, which people need not be able to reach, is ours to them. */
export function ownPlace(location: string, { kratosUrl, origin }: { kratosUrl: string; origin: string }): string {
  const isKratos = location.startsWith(kratosUrl) && /^(?:[/?#]|$)/.test(location.slice(kratosUrl.length));
  return isKratos ? origin + doorPath + location.slice(kratosUrl.length) : location;
}

/** A cookie for a domain that is not ours would be thrown away. */
export function ownCookie(cookie: string, hostname: string): string {
  return cookie.replace(/;\s*domain=([^;]*)/i, (part, domain: string) => {
    const name = domain.trim().replace(/^\./, "").toLowerCase();
    return hostname === name || hostname.endsWith(`.${name}`) ? part : "";
  });
}
