// The MCP endpoint (streamable HTTP) at /api/mcp and /mcp. The endpoint ignores cookies and accepts only basic
// authentication and bearer tokens. A page of another site therefore needs its own token, so CORS can allow every
// origin.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem, problem } from "#language/problem.ts";
import { version } from "#lib/load/repository.ts";
import type { System } from "#server/area.ts";
import { recordDeeds } from "#server/audit/audit.ts";
import { reachOf } from "#server/db/policy.ts";
import { createCaller, userAgentOf } from "./caller.ts";
import { createPlanCodes } from "./plan-codes.ts";
import { createProtocol } from "./protocol.ts";
import type { Registry } from "./registry.ts";
import { clientOf, createSessions, type Client, type Sessions } from "./sessions.ts";

const paths = ["/api/mcp", "/mcp"];

const cors = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "mcp-session-id, mcp-protocol-version, www-authenticate",
  "cross-origin-resource-policy": "cross-origin",
};

const preflight = {
  "access-control-allow-methods": "POST, OPTIONS",
  "access-control-allow-headers":
    "authorization, content-type, accept, mcp-session-id, mcp-protocol-version, last-event-id",
  "access-control-max-age": "86400",
};

export function mcpRoutes(app: FastifyInstance, system: System, registry: Registry): void {
  const sessions = createSessions(system.secrets);
  const codes = createPlanCodes(system);
  const answer = createProtocol(system, registry, version);

  void app.register(async (scope) => {
    scope.addHook("onSend", (_, reply, payload, done) => {
      reply.headers(cors);
      done(null, payload);
    });
    for (const path of paths) {
      scope.options(path, { config: { access: "anyone" } }, (_, reply) => reply.code(204).headers(preflight).send());
      // Read-only tokens may call the endpoint, because most tools only read. The requests that a tool sends check the
      // token again.
      scope.post(path, { config: { reads: true } }, (request, reply) => exchange(request, reply));
      scope.route({
        method: ["GET", "DELETE"],
        url: path,
        config: { reads: true },
        handler: (request, reply) => {
          admit(request);
          reply.header("allow", "POST, OPTIONS");
          throw new Problem("method_not_allowed", "The MCP endpoint accepts POST only.", {
            details: "The server sends no stream of messages, and sessions expire automatically.",
          });
        },
      });
    }
  });

  async function exchange(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const actor = admit(request);
    const { body } = request;
    const started = clientOf(Array.isArray(body) ? body[0] : body);
    const client = started ?? clientOfSession(sessions, actor.id, request);
    const caller = createCaller({ app, codes, request, client, signal: signalOf(reply) });
    const origin = { address: request.ip, userAgent: userAgentOf(client), requestId: request.id };
    const { status, session, text } = await answer({
      caller,
      format: request.headers.accept?.trimStart().startsWith("application/json") ? "json" : "markdown",
      body,
      protocolVersion: headerOf(request, "mcp-protocol-version"),
      session: started && sessions.begin(actor.id, started),
      record: (kind, name, { fields, isRead }) =>
        recordDeeds(
          system.db.system,
          { actor, origin },
          [
            {
              action: "run",
              resource_type: kind,
              resource_name: name,
              columns: fields.length > 0 ? [...fields] : null,
            },
          ],
          { isLazy: isRead },
        ),
    });
    if (session !== undefined && status === 200) reply.header("mcp-session-id", session);
    if (text !== "") reply.type("application/json; charset=utf-8");
    return reply.code(status).send(text === "" ? undefined : text);
  }
}

/** Returns the actor if the request has a token or a password. Cookies are ignored. */
function admit(request: FastifyRequest) {
  const { actor } = request;
  if (request.headers.authorization === undefined || actor === null || actor.kind === "system")
    throw problem.unauthorized("The MCP endpoint requires an access token.", {
      hint: "Send the access token as a bearer token, or with basic authentication and the user name 'token'.",
    });
  if (reachOf(actor, "mcp:use", "mcp") === "none") throw problem.forbidden("mcp:use", "mcp");
  return actor;
}

/** Returns the client of the session. Without a session, the user agent is the name of the client. */
function clientOfSession(sessions: Sessions, person: string, request: FastifyRequest): Client {
  const id = headerOf(request, "mcp-session-id");
  if (id === undefined) return { name: headerOf(request, "user-agent")?.slice(0, 100) ?? "unknown", version: "" };
  const client = sessions.read(person, id);
  if (!client)
    throw new Problem("not_found", "The MCP session does not exist or has expired.", {
      hint: "Start a new session with initialize.",
    });
  return client;
}

const headerOf = ({ headers }: FastifyRequest, name: string) => {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
};

function signalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  else raw.once("close", () => raw.writableFinished || gone.abort());
  return gone.signal;
}
