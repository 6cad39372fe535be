// Handles POST, PATCH, PUT and DELETE on a table, in one transaction. The rows pass the table's write hook
// (server/db/writes.ts), one statement writes them with the rights of the actor's role, and the response returns them
// as requested.
import { CompiledQuery, sql } from "kysely";
import { Problem, problem } from "#language/problem.ts";
import { placedUnknownField } from "#language/unknown-fields.ts";
import type { System } from "../area.ts";
import { allowedColumns, claimsOf, mayUse, resourceOf } from "../db/policy.ts";
import type { Tx } from "../db/pool.ts";
import { retried } from "../db/retried.ts";
import type { Catalog, Relation } from "../db/relations.ts";
import type { Row, Write, WriteVerb } from "../db/writes.ts";
import type { Actor, Origin } from "../http/actor.ts";
import { noteUnknownFields } from "../manifests/note-unknown-fields.ts";
import { withoutCopies } from "./copied-resources.ts";
import type { ParsedRequest } from "./parse.ts";
import { checkRows, parseRows } from "./payload.ts";
import { planRead, requireRelation } from "./plan.ts";
import type { Plan } from "./planned.ts";
import type { Shape } from "./query.ts";
import type { Answer, Wanted } from "./read.ts";
import { refusal } from "./refusal.ts";
import { missingResource, namedRefusal } from "./refused-row.ts";
import { warningHeader } from "./warning-header.ts";
import {
  deleteStatement,
  insertStatement,
  lockConflicting,
  lockStatement,
  updateStatement,
  versionOfLocked,
  type Conflict,
  type WriteStatement,
  type WrittenRow,
} from "./write-statement.ts";

/** Tables whose rows are really deleted, although they have a deleted_at column. */
const hardDeleted = new Set([
  "properties",
  "permissions",
  "views",
  "team_members",
  "hypotheses",
  "evidences",
  "comments",
]);

export interface WriteRequest {
  actor: Actor;
  catalog: Catalog;
  relation: string;
  method: "POST" | "PATCH" | "PUT" | "DELETE";
  /** The path of the relation, for Location: `/api/db/ships`. */
  path: string;
  body: unknown;
  contentType: string | undefined;
  ifMatch: string | undefined;
  origin: Origin;
}

const verbs: Readonly<Record<WriteRequest["method"], WriteVerb>> = {
  POST: "insert",
  PUT: "insert",
  PATCH: "update",
  DELETE: "delete",
};

/** Thrown to roll back the transaction and still return the result. */
class RolledBack extends Error {
  readonly written: WrittenRow;
  constructor(written: WrittenRow) {
    super("tx=rollback");
    this.written = written;
  }
}

export async function writeRows(
  system: System,
  request: WriteRequest,
  parsed: ParsedRequest,
  wanted: Wanted,
): Promise<Answer> {
  const { actor, catalog, method } = request;
  const verb = verbs[method];
  const relation = requireRelation(catalog, request.relation);
  requireWrite(actor, verb, relation);
  if (relation.kind === "view") throw refusal.method(`${method} on the view ${relation.name}`);
  if (relation.readonly) throw refusal.method(`${method} on ${relation.name}, which only the server writes`);
  const { shape, values } = parsed.query;
  refuseBadScope(method, parsed, relation);
  const rows = method === "DELETE" ? [] : incomingRows(request, relation, parsed, wanted);
  const hasSpec = rows.some((row) => Object.hasOwn(row, "spec")) && system.specs.tables.includes(relation.name);
  const conflict = conflictOf(method, relation, parsed, wanted);
  if (conflict?.resolution === "merge-duplicates") requireWrite(actor, "update", relation);
  const claims = claimsOf(actor, deletes(verb, relation, rows[0]) ? "delete" : "write");
  if (method === "PATCH" && deletes(verb, relation, rows[0])) {
    requireWrite(actor, "delete", relation);
    refuseMoreThanDeleting(rows[0]!, claims);
  }
  const plan = (select: Shape) => planRead(actor, catalog, { name: relation.name, relation }, select);
  const unpaged = { conditions: [], order: shape.main.order, limit: undefined, offset: undefined };
  const target = {
    relation,
    visible: allowedColumns(actor, "select", relation),
    values,
    representation:
      wanted.prefer.return === "representation"
        ? {
            plan: { ...plan({ ...shape, main: unpaged }), isByKey: false },
            options: { accept: wanted.accept, count: undefined, withBody: true },
          }
        : undefined,
  };
  const filter =
    verb === "insert" && request.ifMatch === undefined
      ? undefined
      : plan({ select: [], main: { ...shape.main, order: [], limit: undefined, offset: undefined }, embedded: {} });

  const work = async (tx: Tx) => {
    const ask = <T>(statement: WriteStatement) => asActor<T>(tx, { actor, claims }, statement);
    if (request.ifMatch !== undefined)
      refuseChanged(await ask<Row>(lockStatement(target, filter!)), request.ifMatch, relation.name);
    let written: WrittenRow | undefined;
    let found: number | undefined;
    const write: Write = {
      relation: relation.name,
      about: relation,
      verb,
      rows,
      origin: request.origin,
      lockBefore: async () => {
        if (verb !== "insert") return (await ask<Row>(lockStatement(target, filter!))).map(withoutVersion);
        if (conflict?.resolution !== "merge-duplicates" || conflict.columns.length === 0) return [];
        const before = await ask<Row>(lockConflicting(target, rows, conflict));
        found = before.length;
        return before;
      },
      statement: async (prepared) => {
        const isUpsert = conflict?.resolution === "merge-duplicates";
        const about = { actor, catalog, relation, verb, rows: prepared, isUpsert };
        written = (
          await ask<WrittenRow>(statementOf(verb, target, filter, prepared, conflict)).catch((error: unknown) => {
            throw namedRefusal(error, () => missingResource(about));
          })
        )[0]!;
        // The write hook has not checked a row that was inserted in the meantime.
        if (found !== undefined && written.affected - written.inserted > found) throw concurrentInsert();
        return written.rows;
      },
    };
    if (verb === "insert" && rows.length === 0) return nothingWritten(target.representation !== undefined);
    await system.writes.through(tx, actor, write);
    refuseWrongSize(written!, wanted);
    if (hasSpec)
      for (const { id, spec } of written!.rows)
        await noteUnknownFields(
          tx,
          { table: relation.name, id: String(id) },
          system.specs.unknownIn(relation.name, spec),
        );
    if (wanted.prefer.tx === "rollback") throw new RolledBack(written!);
    return written!;
  };
  const written = await retried(system.db, work).catch((error: unknown) => {
    if (error instanceof RolledBack) return error.written;
    throw error;
  });
  const answer = answerWrite(request, relation, written, wanted);
  const unknown = hasSpec ? rows.flatMap(({ spec }) => system.specs.unknownIn(relation.name, spec)) : [];
  const warnings = [
    ...unknown.map((field) => placedUnknownField(field)),
    ...system.writes.warnings(relation.name, rows),
  ];
  return warnings.length > 0 ? { ...answer, headers: { ...answer.headers, warning: warningHeader(warnings) } } : answer;
}

function requireWrite(actor: Actor, verb: WriteVerb, relation: Relation): void {
  if (mayUse(actor, verb, { ...relation, readonly: false })) return;
  throw problem.forbidden("write", resourceOf(verb, relation), { code: "42501" });
}

/** Setting deleted_at is a deletion, whatever the HTTP method. */
const deletes = (verb: WriteVerb, relation: Relation, row: Row | undefined) =>
  verb === "delete" ||
  (verb === "update" && relation.columns.has("deleted_at") && (row?.["deleted_at"] ?? null) !== null);

/** Permissions to delete and to change are separate, and a statement can check only one of them. */
function refuseMoreThanDeleting(row: Row, claims: string | undefined): void {
  const more = Object.keys(row).find((key) => !["deleted_at", "id", "cleanup", "created_by"].includes(key));
  if (claims === undefined || more === undefined) return;
  throw problem.invalid(`Delete the row, or change its ${more}, but not both at once.`);
}

const concurrentInsert = () =>
  problem.conflict("Another request has written the same row at the same time.", { hint: "Send it again." });

/** Checks the URL before the body is parsed. */
function refuseBadScope(method: WriteRequest["method"], parsed: ParsedRequest, relation: Relation): void {
  const { conditions } = parsed.query.shape.main;
  if (method === "PUT") {
    if (parsed.isPaged) throw refusal.putRange();
    const fixed = conditions.map((condition) =>
      condition.kind === "compare" &&
      condition.operator === "eq" &&
      !condition.negated &&
      condition.field.path.length === 0
        ? condition.field.column
        : "",
    );
    if (relation.primaryKey.length === 0 || fixed.toSorted().join() !== relation.primaryKey.toSorted().join())
      throw refusal.putFilters();
    return;
  }
  if (method === "POST") return;
  if (conditions.length === 0) throw refusal.noFilter(method === "PATCH" ? "UPDATE" : "DELETE");
  if (parsed.isPaged)
    throw refusal.notImplemented(`limit and offset do not apply to ${method}: select the rows with a filter.`);
}

function incomingRows(request: WriteRequest, relation: Relation, parsed: ParsedRequest, { prefer }: Wanted): Row[] {
  const { actor, method } = request;
  const rows = parseRows(request.body, request.contentType);
  if (method !== "POST" && rows.length !== 1) throw refusal.badBody(`${method} needs exactly one object.`);
  const verb = method === "PATCH" ? "update" : "insert";
  const checked = checkRows(rows, { actor, relation, verb, columns: parsed.columns, missing: prefer.missing });
  if (method === "PUT")
    for (const condition of parsed.query.shape.main.conditions)
      if (
        condition.kind === "compare" &&
        String(checked[0]![condition.field.column]) !== parsed.query.values[condition.value]
      )
        throw refusal.putMismatch();
  return checked;
}

function conflictOf(
  method: WriteRequest["method"],
  relation: Relation,
  parsed: ParsedRequest,
  { prefer }: Wanted,
): Conflict | undefined {
  if (method === "PUT") return { columns: relation.primaryKey, resolution: "merge-duplicates" };
  if (method !== "POST" || prefer.resolution === undefined) return undefined;
  const unknown = parsed.onConflict?.find((column) => !relation.columns.has(column));
  if (unknown !== undefined) throw refusal.noColumn(relation.name, unknown);
  return { columns: parsed.onConflict ?? relation.primaryKey, resolution: prefer.resolution };
}

function statementOf(
  verb: WriteVerb,
  target: Parameters<typeof insertStatement>[0],
  filter: Plan | undefined,
  rows: readonly Row[],
  conflict: Conflict | undefined,
): WriteStatement {
  if (verb === "insert") return insertStatement(target, rows, conflict);
  if (verb === "delete") {
    const { name, columns } = target.relation;
    return deleteStatement(target, filter!, { isSoft: columns.has("deleted_at") && !hardDeleted.has(name) });
  }
  const [row, ...others] = rows;
  if (!row || others.length > 0)
    throw problem.internal(new Error(`the write hook of ${target.relation.name} changed the number of rows`));
  return updateStatement(target, filter!, row);
}

/**
 * Runs a statement with the role and the claims of the actor. Write hooks run with the server's role. Triggers find the
 * author of the write in the setting quarterdeck.person.
 */
async function asActor<T>(
  tx: Tx,
  { actor, claims }: { actor: Actor; claims: string | undefined },
  { text, parameters }: WriteStatement,
): Promise<T[]> {
  await sql`
    select set_config('role', case when ${claims ?? null}::text is null then plain else scoped end, true),
           set_config('quarterdeck.claims', ${claims ?? ""}, true),
           set_config('quarterdeck.person', ${actor.kind === "system" ? "" : actor.id}, true),
           set_config('statement_timeout', '60s', true)
    from   schema_roles`.execute(tx);
  const { rows } = await tx.executeQuery<T>(CompiledQuery.raw(text, parameters));
  await sql`select set_config('role', 'none', true)`.execute(tx);
  return rows;
}

const withoutVersion = ({ "~version": _version, ...row }: Row): Row => row;

const nothingWritten = (isRepresented: boolean): WrittenRow => ({
  body: isRepresented ? "[]" : null,
  affected: 0,
  inserted: 0,
  rows: [],
  row_version: null,
});

/**
 * Checks If-Match: every affected row must have a version that the caller has read. The version of a row is its ETag or
 * its updated_at, which clients that read many rows at once have without an ETag.
 */
function refuseChanged(rows: readonly Row[], ifMatch: string, relation: string): void {
  const seen = ifMatch.split(",").map((tag) => tag.trim().replace(/^(?:W\/)?"(.*)"$/, "$1"));
  const isSeen = ({ updated_at: updatedAt, ...row }: Row) =>
    seen.includes(versionOfLocked(row)) || (typeof updatedAt === "string" && seen.includes(updatedAt));
  if (rows.length > 0 && (seen.includes("*") || rows.every(isSeen))) return;
  throw new Problem("precondition_failed", "Somebody else has changed this since you read it.", {
    code: "changed",
    hint: "Read it again, and send its ETag or its updated_at in If-Match.",
    ...(rows.length === 1 && { parts: { current: withoutCopies(relation, withoutVersion(rows[0]!)) } }),
  });
}

function refuseWrongSize({ affected }: WrittenRow, { accept, prefer }: Wanted): void {
  if (prefer.maxAffected !== undefined && affected > prefer.maxAffected) throw refusal.tooManyAffected(affected);
  if (accept.form === "object" && affected !== 1) throw refusal.notSingular(affected);
}

function answerWrite(
  { method, path }: WriteRequest,
  { primaryKey }: Relation,
  written: WrittenRow,
  { accept, prefer }: Wanted,
): Answer {
  const isRepresented = prefer.return === "representation";
  const { affected, inserted, rows, row_version: version } = written;
  const total = prefer.count === "exact" ? affected : "*";
  const range = method === "PATCH" && affected > 0 ? `0-${affected - 1}` : "*";
  const headers: Record<string, string> = { "content-range": `${range}/${total}` };
  if (prefer.applied.length > 0) headers["preference-applied"] = prefer.applied.join(", ");
  if (affected === 1 && version !== null && method !== "DELETE") headers["etag"] = `"${version}"`;
  const [row] = rows;
  if (method === "POST" && prefer.return === "headers-only" && rows.length === 1 && primaryKey.length > 0)
    headers["location"] =
      `${path}?${primaryKey.map((key) => `${key}=eq.${encodeURIComponent(String(row![key]))}`).join("&")}`;
  if (isRepresented) headers["content-type"] = accept.type;
  const isCreated = method === "POST" || (method === "PUT" && inserted > 0);
  return {
    status: isCreated ? 201 : isRepresented ? 200 : 204,
    headers,
    body: isRepresented ? (written.body ?? "") : undefined,
  };
}
