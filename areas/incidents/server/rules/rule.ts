// The rules that open incidents, in the order in which they are compared with resources.
import { sql, type Kysely } from "kysely";
import { parseDuration } from "#lib/time/duration.ts";
import { endOfHours } from "#lib/time/daily-hours.ts";
import type { DB } from "#server/db/tables.ts";
import { incidentRuleSpec, type IncidentRuleSpec } from "../spec.ts";
import type { Resource, ResourceKind } from "../history/resource.ts";

export interface Rule {
  id: string;
  name: string;
  spec: IncidentRuleSpec;
  /** The rule selects resources with the rights of this person; undefined for a rule that is only previewed. */
  author?: string;
}

export interface LoadedRules {
  /** Rules with a higher priority come first. */
  rules: readonly Rule[];
  /** Rules whose stored spec is not readable by this version. */
  faults: readonly { id: string; message: string }[];
}

export async function loadRules(db: Kysely<DB>): Promise<LoadedRules> {
  const { rows } = await sql<{ id: string; name: string; spec: unknown; author: string }>`
    select id, name, coalesce(spec, '{}') as spec, coalesce(edited_by, created_by) as author
    from   incident_rules
    where  deleted_at is null`.execute(db);
  const rules: Rule[] = [];
  const faults: { id: string; message: string }[] = [];
  for (const { id, name, spec, author } of rows) {
    const parsed = incidentRuleSpec.safeParse(spec);
    if (parsed.success) rules.push({ id, name, spec: parsed.data, author });
    else
      faults.push({
        id,
        message: `The spec is not valid: ${parsed.error.issues[0]!.path.join(".")} ${parsed.error.issues[0]!.message}`,
      });
  }
  return { rules: inOrder(rules), faults };
}

export const inOrder = (rules: readonly Rule[]): readonly Rule[] =>
  rules.toSorted((a, b) => (b.spec.priority ?? 0) - (a.spec.priority ?? 0) || (a.name < b.name ? -1 : 1));

export const selectorsOf = ({ spec }: Rule, kind: ResourceKind) =>
  ({ component: spec.components, check: spec.checks, config: spec.configs })[kind] ?? [];

const lowerCase = (values: readonly string[]) => values.map((value) => value.toLowerCase());

/** The statuses and health values that the rule matches, in lower case. */
export const statusesOf = ({ spec }: Rule): readonly string[] =>
  spec.filter?.status?.length ? lowerCase(spec.filter.status) : ["unhealthy"];

/** Whether the resource has a matching status, severity and category. */
export function fitsFilter(rule: Rule, { health, status, severities, categories }: Resource): boolean {
  const isListed = (wanted: readonly string[] | undefined, found: readonly string[]) =>
    !wanted?.length || lowerCase(wanted).some((value) => found.includes(value));
  const { filter } = rule.spec;
  const statuses = lowerCase([health, ...(status === null ? [] : [status])]);
  return (
    isListed(statusesOf(rule), statuses) &&
    isListed(filter?.severity, severities) &&
    isListed(filter?.category, lowerCase(categories))
  );
}

const milliseconds = (duration: string | undefined) => (duration === undefined ? 0 : parseDuration(duration));

/** The time that the status must last before an incident is opened. */
export const ageOf = ({ spec }: Rule): number => milliseconds(spec.filter?.age);

/** The delay until a recovered incident is resolved; undefined if its definition of done resolves it. */
export const resolveAfter = ({ spec }: Rule): number | undefined =>
  spec.autoResolve && milliseconds(spec.autoResolve.timeout);

/** The delay until a resolved incident is closed; undefined if people close it. */
export const closeAfter = ({ spec }: Rule): number | undefined =>
  spec.autoClose && milliseconds(spec.autoClose.timeout);

/** Whether the rule applies at this moment. A rule without hours always applies. */
export function isInHours({ spec }: Rule, moment: number): boolean {
  const hours = spec.hoursOfOperation ?? [];
  const contains = ({ start, end, days, timeZone }: (typeof hours)[number]) =>
    endOfHours(
      { from: start, until: end, days: days?.length ? days : null },
      moment,
      timeZone ?? spec.timeZone ?? "UTC",
    ) !== undefined;
  const wanted = hours.filter(({ negate }) => !negate);
  return (wanted.length === 0 || wanted.some(contains)) && !hours.some((each) => each.negate && contains(each));
}
