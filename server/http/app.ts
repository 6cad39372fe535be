// Creates the HTTP server with all hooks; the product and the tests both call buildApp(). A route requires sign-in
// unless its config has `access: "anyone"`. Errors become a Problem in the dialect of the endpoint.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { problem, type Problem } from "#language/problem.ts";
import type { ServerArea, System } from "../area.ts";
import { artifactRoutes } from "../artifacts/routes.ts";
import { dataRoutes } from "../data-api/routes.ts";
import { isConnectionLost } from "../db/failures.ts";
import { diskFullProblem, fullDataDisk } from "../db/disk-space.ts";
import { createKinds, kindRoutes } from "../kinds.ts";
import { liveRoutes } from "../live.ts";
import { requestLog, scrubUrl } from "../log.ts";
import type { Scrubber } from "../scrub/scrub.ts";
import { unknownFieldRoutes } from "./unknown-fields-route.ts";
import { actorName, isReadOnly, type Actor } from "./actor.ts";
import { compressAnswers } from "./compression.ts";
import { serveConsole } from "./console-files.ts";
import { allowOrigins } from "./cors.ts";
import { dialectOf, renderProblem, type Dialect } from "./dialects.ts";
import { createMetrics } from "./metrics.ts";
import { operationRoutes } from "./operations.ts";
import { headersTooLarge, rejectRawRequest, toProblem } from "./problems.ts";
import { requestIds } from "./request-id.ts";
import { readBodies } from "./read-bodies.ts";
import { schemaFileRoutes } from "./schema-file-routes.ts";
import { apiHeaders } from "./security-headers.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The actor; null only on routes that callers without a session may use. */
    actor: Actor | null;
    startedAt: number;
    /**
     * The route's pattern. It is cached, because each read of Fastify's `routeOptions` allocates an object with twelve
     * fields.
     */
    route: string | undefined;
    /** Set once a secret has been decrypted for this request. */
    scrubber: Scrubber | undefined;
  }
  interface FastifyContextConfig {
    access?: "anyone" | "optional" | "signed-in";
    /** The route changes nothing, whatever its method, so read-only tokens may call it. */
    reads?: boolean;
    /** The format of error responses, for routes whose path does not imply a format. */
    dialect?: Dialect;
  }
}

/** Identifies the sender of a request from its headers alone; throws a Problem when the credentials are not valid. */
export type Authenticate = (request: FastifyRequest) => Promise<Actor | null> | Actor | null;

/** Sends a request to another server and returns true, or returns false if this server handles it. */
export type Forward = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

export interface AppOptions {
  areas: readonly ServerArea[];
  authenticate: Authenticate;
  forward?: Forward | undefined;
  version: string;
  /** The folder of the built console; undefined in tests that only use the API. */
  consoleFolder?: string;
}

const megabyte = 1024 * 1024;
const maxHeaderBytes = 16 * 1024;
const maxLoggedUrlLength = 2_000;

function sizeOf(texts: readonly string[]): number {
  let size = 0;
  for (const text of texts) size += text.length;
  return size;
}

export async function buildApp(system: System, options: AppOptions): Promise<FastifyInstance> {
  const { env, log } = system;
  const app = Fastify({
    logger: false,
    genReqId: requestIds(env.trustProxy),
    // Only one hop is trusted: the proxy in front of this server. The client itself can write the entries further left
    // in X-Forwarded-For, and failed sign-ins are counted by address.
    trustProxy: env.trustProxy && ((_: string, hop: number) => hop === 0),
    bodyLimit: 4 * megabyte,
    requestTimeout: 60_000,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    maxRequestsPerSocket: 0,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    // The request line counts towards this limit, and a query string can contain ten thousand ids.
    http: { maxHeaderSize: 512 * 1024, headersTimeout: 20_000 },
    forceCloseConnections: "idle",
    return503OnClosing: true,
    frameworkErrors: (error, request, reply) => sendProblem(toProblem(error), request, reply as FastifyReply),
    clientErrorHandler: rejectRawRequest(apiHeaders(env)),
  });
  readBodies(app);
  app.decorate("described", []);
  app.decorateRequest("actor", null);
  app.decorateRequest("startedAt", 0);
  app.decorateRequest("route", undefined);
  app.decorateRequest("scrubber", undefined);

  const metrics = createMetrics(
    system,
    options.areas.flatMap((area) => area.metrics?.(system) ?? []),
  );
  const writeLine = requestLog(log);
  const securityHeaders = Object.entries(apiHeaders(env));

  // A console on this server's own origin needs no permission.
  const consoles = env.hosted?.parties.filter((origin) => origin !== env.publicUrl) ?? [];
  if (consoles.length > 0) allowOrigins(app, consoles);

  app.addHook("onRequest", (request, reply, done) => {
    request.startedAt = performance.now();
    reply.header("x-request-id", request.id);
    if (sizeOf(request.raw.rawHeaders) > maxHeaderBytes) {
      reply.header("connection", "close");
      return done(headersTooLarge());
    }
    const { url, config } = request.routeOptions;
    request.route = url;
    const proceed = () => {
      if (config.access === "anyone" || request.is404) done();
      else admit(request, options.authenticate, done);
    };
    if (options.forward === undefined || !request.url.startsWith("/api/")) return proceed();
    // The remaining hooks must not run for a forwarded request, so the hook cannot be an async function.
    options.forward(request, reply).then((isForwarded) => isForwarded || proceed(), done);
  });

  app.addHook("onSend", (_, reply, payload, done) => {
    for (const [name, value] of securityHeaders) if (!reply.hasHeader(name)) reply.header(name, value);
    done(null, payload);
  });

  compressAnswers(app);

  app.addHook("onResponse", (request, reply, done) => {
    const { method, actor } = request;
    const { statusCode } = reply;
    const ms = performance.now() - request.startedAt;
    metrics.requests.observe(method, request.route ?? "unmatched", statusCode, ms);
    writeLine({
      req: request.id,
      method,
      url: scrubUrl(request.url.slice(0, maxLoggedUrlLength)),
      status: statusCode,
      ms: Math.round(ms * 10) / 10,
      actor: actor ? actorName(actor) : undefined,
    });
    done();
  });

  app.setErrorHandler((error, request, reply) => {
    const failure = toProblem(request.scrubber ? request.scrubber.error(error) : error);
    // PostgreSQL exits if it cannot write its log, so the full disk is reported instead of just the lost connection.
    const fullDisk = isConnectionLost(failure.cause) ? fullDataDisk(env) : undefined;
    const found = fullDisk === undefined ? failure : diskFullProblem(error, fullDisk);
    // A client that leaves early aborts the work of its request.
    const isAborted = reply.raw.destroyed && error instanceof DOMException && error.name === "AbortError";
    if (found.status >= 500 && !isAborted && !["unavailable", "insufficient_storage"].includes(found.id))
      log.error({ req: request.id, err: found.cause ?? found, url: scrubUrl(request.url) }, "a request failed");
    return sendProblem(found, request, reply);
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(problem.notFound("page", scrubUrl(request.url).split("?")[0]!), request, reply),
  );

  operationRoutes(app, system, { metrics, version: options.version });
  artifactRoutes(app, system);
  liveRoutes(app, system);
  dataRoutes(app, system);
  kindRoutes(app, createKinds(options.areas));
  schemaFileRoutes(app, options.areas);
  unknownFieldRoutes(app, system);
  for (const area of options.areas) area.routes?.(app, system);
  if (options.consoleFolder !== undefined) await serveConsole(app, options.consoleFolder, env.hosted);
  return app;
}

/**
 * Admits a request synchronously if the actor is cached, because a promise per request would lower the throughput by a
 * tenth.
 */
function admit(request: FastifyRequest, authenticate: Authenticate, done: (error?: Error) => void): void {
  const settle = (actor: Actor | null) => {
    request.actor = actor;
    if (actor === null) done(request.routeOptions.config.access === "optional" ? undefined : problem.unauthorized());
    else done(isReadOnly(actor) && !isReading(request) ? problem.readOnlyToken() : undefined);
  };
  try {
    const found = authenticate(request);
    if (found instanceof Promise) found.then(settle, done);
    else settle(found);
  } catch (error) {
    done(error as Error);
  }
}

const readingMethods: readonly string[] = ["GET", "HEAD", "OPTIONS"];

const isReading = ({ method, routeOptions }: FastifyRequest) =>
  readingMethods.includes(method) || routeOptions.config.reads === true;

function sendProblem(found: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (found.retryAfter !== undefined) reply.header("retry-after", found.retryAfter);
  if (found.status === 401) reply.header("www-authenticate", 'Bearer realm="quarterdeck"');
  if (
    found.id === "forbidden" &&
    typeof found.parts["object"] === "string" &&
    typeof found.parts["action"] === "string"
  )
    reply.headers({ "x-rbac-object": found.parts["object"], "x-rbac-action": found.parts["action"] });
  return reply
    .code(found.status || 500)
    .type("application/json; charset=utf-8")
    .send(renderProblem(found, request.routeOptions.config?.dialect ?? dialectOf(request.url), request.id));
}
