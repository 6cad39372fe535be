// The data API's doors: the same relations and functions under /api/db, /api/config and /api/canary. A handler that an
// area mounts there under a name of its own wins.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { System } from "../area.ts";
import { claimsOf } from "../db/policy.ts";
import { callFunction, requireFunction } from "./call.ts";
import { refusedByDatabase } from "./database-refusal.ts";
import { parse } from "./parse.ts";
import { parseAccept, parsePrefer } from "./parse/prefer.ts";
import { parseJson } from "./payload.ts";
import { requireRelation } from "./plan.ts";
import { readRows, type Answer } from "./read.ts";
import { refusal } from "./refusal.ts";
import { writeRows } from "./write.ts";

const prefixes = ["/api/db", "/api/config", "/api/canary"];

export function dataRoutes(app: FastifyInstance, system: System): void {
  void app.register(async (scope) => {
    // Bodies are read here: a DELETE with a content type and no body is fine, and the sentences are PostgREST's.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_, body, done) => done(null, body));
    for (const prefix of prefixes) {
      const config = { dialect: "postgrest" as const };
      scope.all<{ Params: { relation: string } }>(`${prefix}/:relation`, { config }, (request, reply) =>
        answer(reply, () => onRelation(system, request)),
      );
      scope.all<{ Params: { name: string } }>(`${prefix}/rpc/:name`, { config }, (request, reply) =>
        answer(reply, () => onFunction(system, request)),
      );
    }
  });
}

type RelationRequest = FastifyRequest<{ Params: { relation: string } }>;

async function onRelation(system: System, request: RelationRequest): Promise<Answer> {
  const { catalog, db } = system;
  const actor = request.actor!;
  const { relation } = request.params;
  const known = catalog.current;
  const wanted = wantedBy(request);
  const searched = searchOf(request);
  switch (request.method) {
    case "GET":
    case "HEAD": {
      const asked = parse(searched, { range: headerOf(request, "range") });
      return readRows(db.reading(claimsOf(actor, "read")), { actor, catalog: known, relation }, asked, wanted);
    }
    case "OPTIONS": {
      const { kind } = requireRelation(known, relation);
      const verbs = kind === "table" ? "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE" : "OPTIONS,GET,HEAD";
      return { status: 200, headers: { allow: verbs }, body: undefined };
    }
    case "POST":
    case "PUT":
    case "PATCH":
    case "DELETE": {
      const { method } = request;
      const path = request.url.split("?")[0]!;
      const contentType = headerOf(request, "content-type");
      const ifMatch = headerOf(request, "if-match");
      const write = { actor, relation, method, path, body: request.body, contentType, ifMatch } as const;
      return writeRows(system, write, parse(searched), wanted);
    }
    default:
      throw refusal.method(request.method);
  }
}

async function onFunction(
  { catalog, db }: System,
  request: FastifyRequest<{ Params: { name: string } }>,
): Promise<Answer> {
  const actor = request.actor!;
  const { method } = request;
  const { name } = request.params;
  if (method === "OPTIONS") {
    const { volatile } = requireFunction(actor, catalog.current, name);
    return { status: 200, headers: { allow: volatile ? "OPTIONS,POST" : "OPTIONS,GET,HEAD,POST" }, body: undefined };
  }
  if (method !== "GET" && method !== "HEAD" && method !== "POST") throw refusal.method(method);
  const call = {
    actor,
    catalog: catalog.current,
    name,
    method,
    search: searchOf(request),
    range: headerOf(request, "range"),
    body: method === "POST" ? argumentsOf(request.body) : undefined,
  };
  return callFunction(db, call, wantedBy(request));
}

/** No body is no arguments. */
function argumentsOf(body: unknown): Record<string, unknown> {
  const value = typeof body === "string" && body.trim() !== "" ? parseJson(body) : {};
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw refusal.badBody("The arguments of a function are a JSON object.");
  return value as Record<string, unknown>;
}

const wantedBy = (request: FastifyRequest) => ({
  accept: parseAccept(headerOf(request, "accept")),
  prefer: parsePrefer(headerOf(request, "prefer")),
  withBody: request.method !== "HEAD",
});

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

/** As it was sent: the order and the repetition of parameters mean something. */
function searchOf({ url }: FastifyRequest): string {
  const at = url.indexOf("?");
  return at < 0 ? "" : url.slice(at + 1);
}

async function answer(reply: FastifyReply, work: () => Promise<Answer>): Promise<FastifyReply> {
  try {
    const { status, headers, body } = await work();
    return await reply.code(status).headers(headers).send(body);
  } catch (error) {
    throw refusedByDatabase(error) ?? error;
  }
}
