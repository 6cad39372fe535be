// The rights with which rules select resources: the rights of the person who wrote the spec. They are read for each
// run, because a person can lose rights. This matters because incidents contain resource names, and more people may
// read incidents than resources.
import { findSubject, systemPersonId } from "#areas/people/server/index.ts";
import { Problem } from "#language/problem.ts";
import type { Resource as PolicyResource } from "#language/roles.ts";
import type { System } from "#server/area.ts";
import { claimsOf, reachOf } from "#server/db/policy.ts";
import type { QueryClient } from "#server/db/pool.ts";
import type { Actor } from "#server/http/actor.ts";
import { resourceKinds, type ResourceKind } from "../history/resource.ts";
import type { Rule } from "./rule.ts";

/** The resource whose permissions apply to each kind. */
const policyResources: Readonly<Record<ResourceKind, PolicyResource>> = {
  component: "topologies",
  check: "canaries",
  config: "config_scrapers",
};

/** The resource kinds that the person may read, completely or in part. */
export const readableKindsOf = (actor: Actor): readonly ResourceKind[] =>
  resourceKinds.filter((kind) => reachOf(actor, "read", policyResources[kind]) !== "none");

/** Rules that select resources with the same rights. */
export interface RightsGroup {
  client: QueryClient;
  kinds: readonly ResourceKind[];
  rules: readonly Rule[];
}

/** Groups rules by rights, so that few statements compare all of them. `refuse` is called for a rule without an author. */
export async function groupByRights(
  { db }: Pick<System, "db">,
  rules: readonly Rule[],
  refuse: (rule: Rule, message: string) => unknown,
): Promise<readonly RightsGroup[]> {
  const groups = new Map<string, RightsGroup & { rules: Rule[] }>();
  for (const [author, own] of Map.groupBy(rules, (rule) => rule.author ?? systemPersonId)) {
    const actor = await authorOf(db, author);
    if (!actor) {
      for (const rule of own)
        refuse(rule, "The author of the rule is not an active person. An active person must save the rule again.");
      continue;
    }
    const claims = actor === "system" ? undefined : claimsOf(actor, "read");
    const kinds = actor === "system" ? resourceKinds : readableKindsOf(actor);
    const key = `${kinds.join()} ${claims ?? ""}`;
    const group = groups.get(key) ?? { client: db.reading(claims), kinds, rules: [] };
    group.rules.push(...own);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Rules in files are written by the operator of the server. */
async function authorOf(db: System["db"], id: string): Promise<Actor | "system" | undefined> {
  if (id === systemPersonId) return "system";
  const subject = await findSubject(db.system, id).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 404) return undefined;
    throw error;
  });
  return subject?.isActive ? subject.actor : undefined;
}
