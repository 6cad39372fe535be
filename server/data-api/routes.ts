// The routes of the data API: the same relations and functions under /api/db, /api/config and /api/canary. A route that
// an area mounts there with a fixed name takes precedence.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { System } from "../area.ts";
import { originOf } from "../audit/audit.ts";
import { claimsOf } from "../db/policy.ts";
import { constantHeaders, isKnownTo } from "../http/constant-answer.ts";
import { callFunction, requireCall, requireFunctions } from "./call.ts";
import { refusedByDatabase } from "./database-refusal.ts";
import { narrow } from "./narrow.ts";
import { parse } from "./parse.ts";
import { acceptsDocument, parseAccept, parsePrefer } from "./parse/prefer.ts";
import { describeRelations } from "./document.ts";
import { parseArguments } from "./payload.ts";
import { requireRelation } from "./plan.ts";
import { readRows, type Answer } from "./read.ts";
import { refusal } from "./refusal.ts";
import { servedCatalog } from "./served.ts";
import { writeRows } from "./write.ts";

const prefixes = ["/api/db", "/api/config", "/api/canary"];

export function dataRoutes(app: FastifyInstance, system: System): void {
  void app.register(async (scope) => {
    // Bodies are parsed here, because a DELETE with a content type and no body is valid, and errors have PostgREST's
    // messages.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_, body, done) => done(null, body));
    for (const prefix of prefixes) {
      const config = { dialect: "postgrest" as const };
      scope.all(prefix, { config }, (request, reply) => answer(reply, () => onRoot(system, request, prefix)));
      scope.all<{ Params: { relation: string } }>(`${prefix}/:relation`, { config }, (request, reply) =>
        answer(reply, () => onRelation(system, request)),
      );
      // A volatile function requires write permission, which a read-only token never has.
      const reading = { ...config, reads: true };
      scope.all<{ Params: { name: string } }>(`${prefix}/rpc/:name`, { config: reading }, (request, reply) =>
        answer(reply, () => onFunction(system, request)),
      );
    }
  });
}

async function onRoot(system: System, request: FastifyRequest, prefix: string): Promise<Answer> {
  const { method } = request;
  if (method === "OPTIONS") return { status: 200, headers: { allow: "OPTIONS,GET,HEAD" }, body: undefined };
  if (method !== "GET" && method !== "HEAD") throw refusal.method(method);
  const type = acceptsDocument(headerOf(request, "accept"));
  const document = describeRelations(request.actor!, await servedCatalog(system), prefix);
  const headers = { "content-type": type, ...constantHeaders(document) };
  if (isKnownTo(request, document)) return { status: 304, headers, body: undefined };
  return { status: 200, headers, body: method === "HEAD" ? undefined : document.body };
}

type RelationRequest = FastifyRequest<{ Params: { relation: string } }>;

async function onRelation(system: System, request: RelationRequest): Promise<Answer> {
  const { db } = system;
  const actor = request.actor!;
  const { relation } = request.params;
  const catalog = servedCatalog(system);
  const known = catalog instanceof Promise ? await catalog : catalog;
  const pending = system.features.require(known.relations.get(relation)?.feature, relation);
  if (pending) await pending;
  const wanted = wantedBy(request);
  const search = searchOf(request);
  switch (request.method) {
    case "GET":
    case "HEAD": {
      const unfiltered = parse(search, { range: headerOf(request, "range") });
      const parsed = narrow(actor, known, known.relations.get(relation), unfiltered);
      const claims = claimsOf(actor, "read");
      return readRows((reach) => db.reading(claims, reach), { actor, catalog: known, relation }, parsed, wanted);
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
      const write = {
        actor,
        catalog: known,
        relation,
        method,
        path,
        body: request.body,
        contentType,
        ifMatch,
        origin: originOf(request),
      } as const;
      return writeRows(system, write, parse(search), wanted);
    }
    default:
      throw refusal.method(request.method);
  }
}

async function onFunction(system: System, request: FastifyRequest<{ Params: { name: string } }>): Promise<Answer> {
  const { db, features } = system;
  const catalog = await servedCatalog(system);
  const actor = request.actor!;
  const { method } = request;
  const { name } = request.params;
  await features.require(catalog.functions.get(name)?.feature, name);
  if (method === "OPTIONS") {
    const all = requireFunctions(catalog, name);
    for (const fn of all) requireCall(actor, fn);
    const allow = all.every((fn) => fn.volatile) ? "OPTIONS,POST" : "OPTIONS,GET,HEAD,POST";
    return { status: 200, headers: { allow }, body: undefined };
  }
  if (method !== "GET" && method !== "HEAD" && method !== "POST") throw refusal.method(method);
  const call = {
    actor,
    catalog,
    name,
    method,
    search: searchOf(request),
    range: headerOf(request, "range"),
    body: method === "POST" ? parseArguments(request.body, headerOf(request, "content-type")) : undefined,
  };
  const wanted = wantedBy(request);
  const found = await callFunction(db, call, wanted);
  // For return=minimal, the client expects only the status or the count.
  return wanted.prefer.return === "minimal" ? { ...found, status: 204, body: undefined } : found;
}

function wantedBy(request: FastifyRequest) {
  // Clients may send the name of the schema; there is only one.
  const schema = headerOf(request, isRead(request) ? "accept-profile" : "content-profile");
  if (schema !== undefined && schema !== "public") throw refusal.noSchema(schema);
  return {
    accept: parseAccept(headerOf(request, "accept")),
    prefer: parsePrefer(headerOf(request, "prefer")),
    withBody: request.method !== "HEAD",
  };
}

const isRead = ({ method }: FastifyRequest) => method === "GET" || method === "HEAD";

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

/** Returns the raw query string, because the order and repetition of parameters matter. */
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
