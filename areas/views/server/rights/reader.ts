// The rights of the reader for whom a refresh runs. Readers with the same key share the result. All readers without row
// rules have the same key. Readers with row rules have the same key if their rules select the same rows.
import { createHash } from "node:crypto";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { claimsOf, mayUse, reachOf } from "#server/db/policy.ts";
import type { Claims } from "#server/db/pool.ts";
import type { Relation } from "#server/db/relations.ts";
import type { Actor } from "#server/http/actor.ts";
import { readLogs } from "#areas/logs/server/index.ts";
import { relationOf, type ResourceSource } from "../spec/resource-sources.ts";
import { sourcesIn } from "../spec/query-spec.ts";
import type { ViewSpec } from "../spec/view-spec.ts";

export interface Reader {
  actor: Actor;
  /** The claims for the row policies; undefined if the reader may read all rows. */
  claims: string | undefined;
  key: string;
}

/** The key of readers without row rules who may read everything that the view shows. */
export const sharedKey = "all";

const short = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 22);

export function readerOf({ catalog }: Pick<System, "catalog">, actor: Actor, spec: ViewSpec): Reader {
  const claims = claimsOf(actor, "read");
  const rows = claims === undefined ? sharedKey : short(readableRows(claims));
  const denied = relationsIn(spec).filter((name) => !mayUse(actor, "select", catalog.current.relations.get(name)!));
  const noLogs = hasLogs(spec) && reachOf(actor, readLogs.action, readLogs.resource) === "none" ? ["logs"] : [];
  return { actor, claims, key: [rows, ...denied, ...noLogs].join(" without ") };
}

/** Returns the row rules without the name of the reader, which does not affect the rows. */
const readableRows = (claims: string) =>
  JSON.stringify(Object.entries((JSON.parse(claims) as Claims).rows).map(([kind, { read }]) => [kind, read ?? null]));

const queriesIn = ({ queries = {} }: ViewSpec) => Object.values(queries);

/** Whether a query reads other views, which can use every source. */
const readsOthers = (spec: ViewSpec) => queriesIn(spec).some((query) => query.viewTableSelector !== undefined);

const hasLogs = (spec: ViewSpec) => readsOthers(spec) || queriesIn(spec).some((query) => query.logs !== undefined);

/** The relations that a refresh reads for the reader, including relations that other views read. */
function relationsIn(spec: ViewSpec): string[] {
  if (readsOthers(spec)) return [...new Set([...Object.values(relationOf), "config_items"])].sort();
  const found = queriesIn(spec).flatMap((query) =>
    sourcesIn(query).map((source) => relationOf[source as ResourceSource]),
  );
  const hasItems =
    (spec.templating ?? []).some(({ valueFrom }) => valueFrom !== undefined) ||
    (spec.columns ?? []).some(({ type }) => type === "config_item");
  return [...new Set([...found.filter((name) => name !== undefined), ...(hasItems ? ["config_items"] : [])])].sort();
}

/** Returns a relation. Throws a Problem if the reader may not read it, or if its feature is disabled. */
export async function requireRelation(
  { catalog, features }: Pick<System, "catalog" | "features">,
  { actor }: Reader,
  name: string,
): Promise<Relation> {
  const relation = catalog.current.relations.get(name)!;
  if (!mayUse(actor, "select", relation)) throw problem.forbidden("read", relation.resource);
  await features.require(relation.feature, `a query of ${name}`);
  return relation;
}
