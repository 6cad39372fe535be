// Converts the spec of a manifest into the columns of a rule. A spec refers to people, teams and playbooks by name, but
// a row refers to them by id.
import { sql } from "kysely";
import { problem } from "#language/problem.ts";
import type { Tx } from "#server/db/pool.ts";
import {
  addressKinds,
  nanoseconds,
  type recipientKinds,
  ruleRow,
  type RecipientSpec,
  type RuleSpec,
} from "./rule-spec.ts";

type Recipient = Pick<RecipientSpec, (typeof recipientKinds)[number]>;

/** The columns that contain a recipient; a column of the fallback has the prefix `fallback_`. */
interface RecipientColumns {
  person_id: string | null;
  team_id: string | null;
  playbook_id: string | null;
  custom_services: readonly object[] | null;
}

/** The columns of a rule, with documents as written. */
export async function columnsOf(tx: Tx, spec: RuleSpec): Promise<Record<string, unknown>> {
  const to = await recipientOf(tx, spec.to, "to");
  const fallback = await recipientOf(tx, spec.fallback, "fallback");
  const inNanoseconds = (value: string | number | undefined) => (value === undefined ? null : nanoseconds(value));
  return {
    events: spec.events,
    filter: spec.filter ?? null,
    title: spec.title ?? null,
    template: spec.template ?? null,
    ...to,
    properties: spec.to.properties ?? null,
    ...Object.fromEntries(Object.entries(fallback).map(([column, value]) => [`fallback_${column}`, value])),
    fallback_delay: inNanoseconds(spec.fallback?.delay),
    repeat_interval: ruleRow.shape.repeat_interval.parse(spec.repeatInterval) ?? null,
    wait_for: inNanoseconds(spec.waitFor),
    wait_for_eval_period: inNanoseconds(spec.waitForEvalPeriod),
    group_by: spec.groupBy ?? null,
    group_by_interval: inNanoseconds(spec.groupByInterval),
    inhibitions: spec.inhibitions ?? null,
  };
}

async function recipientOf(tx: Tx, recipient: Recipient | undefined, field: string): Promise<RecipientColumns> {
  const none = { person_id: null, team_id: null, playbook_id: null, custom_services: null };
  if (!recipient) return none;
  const { person, team, playbook } = recipient;
  if (person) return { ...none, person_id: await findPerson(tx, person, field) };
  if (team) return { ...none, team_id: await findTeam(tx, team, field) };
  if (playbook) return { ...none, playbook_id: await findPlaybook(tx, playbook, field) };
  const address = addressKinds.flatMap((kind) => (recipient[kind] ? [[kind, recipient[kind]] as const] : []));
  return { ...none, custom_services: [{ name: address[0]![0], ...Object.fromEntries(address) }] };
}

async function findPerson(tx: Tx, text: string, field: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from people
    where  deleted_at is null and type is null and (id::text = ${text} or email = lower(${text}) or name = ${text})`.execute(
    tx,
  );
  return only(rows, { noun: "person", plural: "people", text, field: `${field}.person` });
}

async function findTeam(tx: Tx, text: string, field: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from teams where deleted_at is null and (id::text = ${text} or name = ${text})`.execute(tx);
  return only(rows, { noun: "team", plural: "teams", text, field: `${field}.team` });
}

async function findPlaybook(tx: Tx, text: string, field: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from playbooks
    where  deleted_at is null and (id::text = ${text} or name = ${text} or namespace || '/' || name = ${text})`.execute(
    tx,
  );
  return only(rows, { noun: "playbook", plural: "playbooks", text, field: `${field}.playbook` });
}

interface Wanted {
  noun: string;
  plural: string;
  text: string;
  field: string;
}

function only(rows: readonly { id: string }[], { noun, plural, text, field }: Wanted): string {
  if (rows.length === 1) return rows[0]!.id;
  const found = rows.length === 0 ? `There is no ${noun}` : `There are ${rows.length} ${plural}`;
  throw problem.badParts([{ path: `spec.${field}`, message: `${found} ${JSON.stringify(text)}.` }]);
}
