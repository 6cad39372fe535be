// Converts a notification rule between its written form (in the form and in files) and the columns of its row.
import { placesOf } from "#console/resources/problem-places.ts";
import type { SchemaProblem } from "#console/widgets/form/json-schema.ts";
import type { Tables } from "#generated/tables.ts";
import type { CustomServices, Json, Labels } from "#language/columns.ts";
import { parseDuration, printDuration } from "#lib/time/duration.ts";
import { problemOf } from "#lib/text/unreadable.ts";

export type RuleRow = Tables["notifications"]["Row"];

/** One recipient: exactly one key is set. */
export interface RuleRecipient {
  person?: string;
  team?: string;
  playbook?: string;
  connection?: string;
  url?: string;
  email?: string;
  webhook?: Webhook;
  /** Services that the other keys cannot represent. */
  services?: CustomServices;
}

export interface Webhook {
  url?: string;
  /** The key with which the requests are signed. */
  secret?: string;
  method?: string;
  contentType?: string;
}

/** The kinds of recipients that are stored as a service. */
export const addressKinds = ["connection", "url", "email", "webhook"] as const;

export interface RuleSpec {
  events?: readonly string[];
  filter?: string;
  title?: string;
  template?: string;
  to?: RuleRecipient & { properties?: Labels };
  groupBy?: readonly string[];
  groupByInterval?: string;
  repeatInterval?: string;
  waitFor?: string;
  waitForEvalPeriod?: string;
  inhibitions?: Json;
  fallback?: RuleRecipient & { delay?: string };
}

export interface RuleDraft {
  name: string | undefined;
  spec: RuleSpec;
}

export const emptyRule: RuleDraft = { name: undefined, spec: {} };

export const draftOf = (row: RuleRow): RuleDraft => ({
  name: row.name,
  spec: withoutEmpty({
    events: row.events,
    filter: row.filter,
    title: row.title,
    template: row.template,
    to: withoutEmpty({
      ...recipientOf(row.person_id, row.team_id, row.playbook_id, row.custom_services),
      properties: row.properties,
    }),
    groupBy: row.group_by,
    groupByInterval: printNanos(row.group_by_interval),
    repeatInterval: row.repeat_interval,
    waitFor: printNanos(row.wait_for),
    waitForEvalPeriod: printNanos(row.wait_for_eval_period),
    inhibitions: row.inhibitions,
    fallback: withoutEmpty({
      ...recipientOf(
        row.fallback_person_id,
        row.fallback_team_id,
        row.fallback_playbook_id,
        row.fallback_custom_services,
      ),
      delay: printNanos(row.fallback_delay),
    }),
  }) as RuleSpec,
});

/** The columns to write. Recipient columns that were not chosen are set to null. */
export function rowOf({ name, spec }: RuleDraft) {
  const to = columnsOf(spec.to);
  const fallback = columnsOf(spec.fallback);
  return {
    name: name?.trim() ?? "",
    events: [...(spec.events ?? [])],
    filter: spec.filter ?? null,
    title: spec.title ?? null,
    template: spec.template ?? null,
    properties: spec.to?.properties ?? null,
    ...to,
    group_by: spec.groupBy ?? null,
    group_by_interval: readNanos(spec.groupByInterval),
    repeat_interval: spec.repeatInterval ?? null,
    wait_for: readNanos(spec.waitFor),
    wait_for_eval_period: readNanos(spec.waitForEvalPeriod),
    inhibitions: spec.inhibitions ?? null,
    fallback_person_id: fallback.person_id,
    fallback_team_id: fallback.team_id,
    fallback_playbook_id: fallback.playbook_id,
    fallback_custom_services: fallback.custom_services,
    fallback_delay: readNanos(spec.fallback?.delay),
  };
}

function recipientOf(
  person: string | null,
  team: string | null,
  playbook: string | null,
  services: CustomServices | null,
): RuleRecipient {
  if (person !== null) return { person };
  if (team !== null) return { team };
  if (playbook !== null) return { playbook };
  const [only, ...more] = (services ?? []) as readonly Readonly<Record<string, unknown>>[];
  if (!only) return {};
  // In rules from files, the name of the service is its kind.
  const isKind = (name: unknown) => addressKinds.some((one) => one === name);
  const set = Object.keys(only).filter((key) => !isUnset(only[key]) && !(key === "name" && isKind(only[key])));
  const kind = addressKinds.find((one) => one === set[0]);
  return kind && set.length === 1 && more.length === 0 ? { [kind]: only[kind] } : { services: services! };
}

const isUnset = (value: unknown): value is undefined | null | "" =>
  value === undefined || value === null || value === "";

function columnsOf({ person, team, playbook, services, ...address }: RuleRecipient = {}) {
  const kind = addressKinds.find((one) => address[one] !== undefined);
  return {
    person_id: person ?? null,
    team_id: team ?? null,
    playbook_id: playbook ?? null,
    custom_services: kind ? ([{ [kind]: address[kind] }] as CustomServices) : (services ?? null),
  };
}

const NANOS = 1_000_000;

export const printNanos = (nanos: number | null) =>
  nanos === null ? undefined : printDuration(nanos / NANOS).replaceAll(" ", "");

const readNanos = (text: string | undefined) =>
  text === undefined || problemOf(() => parseDuration(text)) !== undefined
    ? null
    : Math.round(parseDuration(text) * NANOS);

/** Leaves out unset keys, so that the code shows only the keys that are set; undefined if no key is set. */
function withoutEmpty(fields: Readonly<Record<string, unknown>>): object | undefined {
  const set = Object.entries(fields).filter(
    ([, value]) =>
      value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0),
  );
  return set.length === 0 ? undefined : Object.fromEntries(set);
}

const MINUTE_MS = 60_000;

/** Problems that prevent saving, by path; the server validates everything else. */
export function problemsOf({ spec }: RuleDraft): SchemaProblem[] {
  const { services, properties: _, ...to } = spec.to ?? {};
  const isTooShort = (text: string | undefined) =>
    text !== undefined && problemOf(() => parseDuration(text)) === undefined && parseDuration(text) < MINUTE_MS;
  const problems: (SchemaProblem | false)[] = [
    !spec.events?.length && { path: ["events"], message: "Choose at least one event" },
    Object.keys(to).length === 0 && !services?.length && { path: ["to"], message: "Choose a recipient" },
    ...(["waitFor", "waitForEvalPeriod"] as const).map(
      (key) => isTooShort(spec[key]) && { path: [key], message: "Duration must be greater than 1 minute" },
    ),
  ];
  return problems.filter((problem) => problem !== false);
}

/** The path in the spec for each column. */
const places: Readonly<Record<string, readonly string[]>> = {
  properties: ["to", "properties"],
  person_id: ["to"],
  team_id: ["to"],
  playbook_id: ["to"],
  custom_services: ["to"],
  group_by: ["groupBy"],
  repeat_interval: ["repeatInterval"],
  wait_for: ["waitFor"],
  wait_for_eval_period: ["waitForEvalPeriod"],
};

/** The problems that the server reported, by their path in the spec; `name` is separate. */
export function serverProblems(error: unknown): { name: string | undefined; spec: SchemaProblem[] } {
  const { name, ...columns } = placesOf(error).columns;
  return {
    name,
    spec: Object.entries(columns).map(([column, message]) => ({ path: places[column] ?? [column], message })),
  };
}
