// Lets the consoles of the hosted identity service call the API from their own origins. They authenticate with a bearer
// token: cookies are not accepted from other origins.
import type { FastifyInstance } from "fastify";

/** The request headers that the API reads. */
export const requestHeaders = [
  "accept",
  "accept-profile",
  "authorization",
  "cache-control",
  "content-profile",
  "content-type",
  "if-match",
  "if-none-match",
  "last-event-id",
  "prefer",
  "range",
  "range-unit",
];
/** The response headers that clients of the API read. */
export const responseHeaders = [
  "content-disposition",
  "content-range",
  "etag",
  "location",
  "preference-applied",
  "retry-after",
  "warning",
  "x-rbac-action",
  "x-rbac-object",
  "x-request-id",
];
const [allowedHeaders, exposedHeaders] = [requestHeaders.join(", "), responseHeaders.join(", ")];

/** Must be called before the hook that authenticates requests, because a preflight request has no credentials. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (!request.url.startsWith("/api/")) return done();
    reply.header("vary", "origin");
    const { origin, "access-control-request-method": asked } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return done();
    reply.headers({ "access-control-allow-origin": origin, "access-control-expose-headers": exposedHeaders });
    if (request.method !== "OPTIONS" || asked === undefined) return done();
    // Routes with their own rules, such as MCP, answer the preflight request themselves.
    if (!request.is404 && request.routeOptions.config.access === "anyone") return done();
    request.startedAt = performance.now();
    void reply
      .headers({
        "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
        "access-control-allow-headers": allowedHeaders,
        "access-control-max-age": "600",
      })
      .code(204)
      .send();
  });
}
