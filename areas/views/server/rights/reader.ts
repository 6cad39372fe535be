// The rights with which a refresh reads. Readers with the same key share its result: all readers without row rules, or
// those whose row rules select the same rows.
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
  /** For the row policies; undefined if the reader sees all rows. */
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

/** The reader's name is part of the claims, but rows do not depend on it. */
const readableRows = (claims: string) =>
  JSON.stringify(Object.entries((JSON.parse(claims) as Claims).rows).map(([kind, { read }]) => [kind, read ?? null]));

const queriesIn = ({ queries = {} }: ViewSpec) => Object.values(queries);

/** Other views can read everything that a query can read. */
const readsOthers = (spec: ViewSpec) => queriesIn(spec).some((query) => query.viewTableSelector !== undefined);

const hasLogs = (spec: ViewSpec) => readsOthers(spec) || queriesIn(spec).some((query) => query.logs !== undefined);

/** The relations that a refresh reads for the reader, also through other views. */
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

/** Returns a relation that the reader may read. Throws a Problem otherwise, also if its feature is off. */
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
