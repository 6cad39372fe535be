// Finds the resources that rules select. One SQL statement per kind evaluates the selectors of all rules.
import { findMaintained } from "#areas/health/server/index.ts";
import { selectableConfigs } from "#areas/catalog/server/index.ts";
import { isEmptySelector, toSelector, type ResourceSelector } from "#language/resource-selector.ts";
import type { System } from "#server/area.ts";
import { isolated } from "#server/db/isolated.ts";
import type { QueryClient } from "#server/db/pool.ts";
import { Statement } from "#server/selector/condition.ts";
import { takeControls } from "#server/selector/controls.ts";
import type { Selectable, Selected } from "#server/selector/selected.ts";
import { selectorCondition } from "#server/selector/selector-condition.ts";
import { keyOf, type Resource, type ResourceKind } from "../history/resource.ts";
import { selectorsOf, statusesOf, type Rule } from "./rule.ts";

export interface Candidate extends Resource {
  /** The rules that select the resource, in rule order. */
  rules: readonly Rule[];
}

export const selectables: Readonly<Record<ResourceKind, Selectable>> = {
  component: { relation: "components", scope: { column: "topology_id", of: "topologies" } },
  check: { relation: "checks", fields: { health: ["status"] }, scope: { column: "canary_id", of: "canaries" } },
  config: selectableConfigs,
};

const openInsights = (column: "severity" | "analysis_type", configs: string) => `
  array(select distinct a.${column} from config_analysis a where a.status = 'open' and a.${column} is not null and a.config_id in (${configs}))`;

const configsOfComponent = `
  select l.config_id from config_component_relationships l where l.component_id = r.id and l.deleted_at is null
  union all select r.config_id`;

const columns: Readonly<Record<ResourceKind, { health: string; facts: string }>> = {
  component: {
    health: "coalesce(r.health, 'unknown')",
    facts: `coalesce(nullif(r.text, ''), r.name) as name, nullif(r.status, '') as status,
            coalesce(r.last_transition_time, r.created_at) as since, r.owner,
            ${openInsights("severity", configsOfComponent)} as severities,
            ${openInsights("analysis_type", configsOfComponent)} as categories`,
  },
  check: {
    health:
      "check_health(r.status, r.next_runtime, r.interval_seconds, r.could_not_check_since, r.paused_at, r.paused_until)",
    facts: `r.name, null as status, coalesce(r.last_transition_time, r.created_at) as since, r.owner,
            array_remove(array[r.severity], null) as severities, array_remove(array[r.category], null) as categories`,
  },
  config: {
    health: "coalesce(r.health, 'unknown')",
    facts: `r.name, nullif(r.status, '') as status,
            coalesce((select u.at from unhealthy_since(r.id, r.health) u), r.inserted_at) as since, r.labels ->> 'owner' as owner,
            ${openInsights("severity", "r.id")} as severities, ${openInsights("analysis_type", "r.id")} as categories`,
  },
};

export interface Finding {
  /** The connection, which determines the permissions. */
  client: QueryClient;
  /** The kinds that may be read. */
  kinds: readonly ResourceKind[];
  rules: readonly Rule[];
  /** The resources to compare, by kind; if undefined, all resources. */
  among?: ReadonlyMap<ResourceKind, readonly string[]> | undefined;
  /** Whether to include resources that have none of the statuses in the rules. */
  anyStatus?: boolean;
  /** Called for a rule whose selectors cannot be evaluated. */
  report(rule: Rule, message: string): void;
}

type Finder = Pick<System, "catalog">;

/** Returns the resources that at least one rule selects and that have a status of that rule. */
export async function findCandidates(system: Finder, finding: Finding): Promise<readonly Candidate[]> {
  const found: Candidate[] = [];
  for (const kind of finding.kinds) {
    const ids = finding.among?.get(kind);
    if (finding.among && !ids?.length) continue;
    const selecting = finding.rules.filter((rule) => selectorsOf(rule, kind).length > 0);
    const matches = new Map<string, Candidate & { rules: Rule[] }>();
    await isolated(
      selecting,
      async (rules) => {
        for (const { matched, ...row } of await select(system, finding, { kind, rules, ids })) {
          const known = matches.get(row.id) ?? { ...row, rules: [] };
          known.rules.push(...matched.map((index) => rules[index]!));
          matches.set(row.id, known);
        }
      },
      (rule, error) => finding.report(rule, error instanceof Error ? error.message : String(error)),
    );
    for (const candidate of matches.values())
      found.push({ ...candidate, rules: selecting.filter((rule) => candidate.rules.includes(rule)) });
  }
  return found;
}

/** Joins the resources that several searches found, with all rules that select each, in the order of the rules. */
export function joinCandidates(found: readonly (readonly Candidate[])[], rules: readonly Rule[]): readonly Candidate[] {
  const order = new Map(rules.map((rule, at) => [rule, at]));
  return [...Map.groupBy(found.flat(), keyOf).values()].map((same) => ({
    ...same[0]!,
    rules: same.flatMap((each) => each.rules).toSorted((a, b) => order.get(a)! - order.get(b)!),
  }));
}

type Row = Resource & { matched: readonly number[] };

async function select(
  { catalog }: Finder,
  { client, anyStatus = false }: Finding,
  { kind, rules, ids }: { kind: ResourceKind; rules: readonly Rule[]; ids: readonly string[] | undefined },
): Promise<readonly Row[]> {
  const selectable = selectables[kind];
  const selected: Selected = { kind: selectable, columns: catalog.current.relations.get(selectable.relation)!.columns };
  const statement = new Statement();
  const cases = rules.flatMap((rule, index) => {
    const conditions = selectorsOf(rule, kind).flatMap((selector) => conditionOf(selector, selected, statement) ?? []);
    return conditions.length === 0 ? [] : [`case when ${conditions.join(" or ")} then ${index} end`];
  });
  if (cases.length === 0) return [];
  const { health, facts } = columns[kind];
  const wanted = statement.value([...new Set(rules.flatMap(statusesOf))], "text[]");
  const hasStatus =
    kind === "check"
      ? `${health} = any (${wanted})`
      : `(${health} = any (${wanted}) or lower(r.status) = any (${wanted}))`;
  const { rows } = await client.query<Omit<Row, "since"> & { since: string }>(
    `select *
     from   (
              select '${kind}' as kind, r.id::text as id, r.type, r.labels, ${health} as health, ${facts},
                     array_remove(array[${cases.join(", ")}]::integer[], null) as matched
              from   ${selectable.relation} r
              where  r.deleted_at is null ${anyStatus ? `and ${wanted} is not null` : `and ${hasStatus}`}
              ${ids ? `and r.id = any (${statement.value(ids, "uuid[]")})` : ""}
            ) c
     where  cardinality(c.matched) > 0`,
    statement.allValues(),
  );
  return rows.map((row) => ({ ...row, since: Date.parse(row.since) }));
}

/** Selector limits are ignored, because each resource is compared individually. */
function conditionOf(selector: ResourceSelector, selected: Selected, statement: Statement): string | undefined {
  if (isEmptySelector(selector)) return undefined;
  const { rest } = takeControls(toSelector(selector), selected);
  return selectorCondition(selector, rest, selected, statement);
}

/** Checks in maintenance open no incidents. */
export async function withoutMaintained(
  { db }: Pick<System, "db">,
  candidates: readonly Candidate[],
): Promise<readonly Candidate[]> {
  if (!candidates.some(({ kind }) => kind === "check")) return candidates;
  const maintained = new Set(await findMaintained(db.system));
  return maintained.size === 0 ? candidates : candidates.filter(({ id }) => !maintained.has(id));
}
