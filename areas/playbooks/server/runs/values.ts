// The variables of templates and expressions of a run.
import { sql, type Kysely } from "kysely";
import { reachFor } from "#areas/connections/server/index.ts";
import type { System } from "#server/area.ts";
import type { DB } from "#server/db/tables.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { ResourceKind } from "../../model.ts";
import { renderText, type Values } from "./parts-of-other-folders.ts";
import type { PlaybookSpec } from "../spec.ts";
import { playbookSubject } from "./action-context.ts";
import type { OpenedRun } from "./open-run.ts";
import { resourceOf, type RunRow } from "./run-row.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The part of a run that its variables need; a plan has no run yet. */
export type ValuedRun = Pick<
  RunRow,
  | "id"
  | "playbook_id"
  | "playbook_name"
  | "playbook_namespace"
  | "playbook_title"
  | "config_id"
  | "component_id"
  | "check_id"
  | "created_by"
  | "request"
>;

export interface Valued {
  run: ValuedRun;
  opened: OpenedRun;
  action?: Fields | undefined;
}

export async function valuesOf(system: System, { run, opened, action = {} }: Valued, scrubber: Scrubber) {
  const db = system.db.system;
  const selected = resourceOf(run);
  const resource = selected && (await resourceRow(db, selected.kind, selected.id));
  const values: Values = {
    config: {},
    component: {},
    check: {},
    ...(selected && { [selected.kind]: resource ?? {} }),
    ...shortcutsOf(resource),
    params: await typedParameters(db, opened),
    run: { id: run.id, playbook_id: run.playbook_id },
    playbook: {
      id: run.playbook_id,
      name: run.playbook_name,
      namespace: run.playbook_namespace,
      title: run.playbook_title,
    },
    action,
    user: await userOf(db, run.created_by),
    agent: await agentOf(db, resource),
    request: run.request ?? {},
  };
  return { ...values, env: await environmentOf(system, run, opened.spec, values, scrubber) };
}

const shortcutsOf = (resource: Fields | undefined): Fields => ({
  name: resource?.["name"] ?? "",
  status: resource?.["status"] ?? "",
  health: resource?.["health"] ?? "",
  labels: resource?.["labels"] ?? {},
  tags: resource?.["tags"] ?? {},
});

const tables = {
  config: sql`(select i.* from config_items i) r`,
  component: sql`(select c.* from components c) r`,
  check: sql`(select c.* from checks c) r`,
} as const satisfies Record<ResourceKind, unknown>;

export async function resourceRow(db: Kysely<DB>, kind: ResourceKind, id: string): Promise<Fields | undefined> {
  const { rows } = await sql<{ row: Fields }>`
    select to_jsonb(r) - 'spec_secrets' as row from ${tables[kind]} where r.id = ${id}`.execute(db);
  return rows[0]?.row;
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Parameters that select a resource are its row. */
async function typedParameters(db: Kysely<DB>, { spec, parameters }: OpenedRun): Promise<Fields> {
  const typed: Record<string, unknown> = { ...parameters };
  for (const { name, type } of spec.parameters ?? []) {
    const value = parameters[name];
    if (value === undefined || !(type === "config" || type === "component" || type === "check")) continue;
    typed[name] = uuid.test(value) ? ((await resourceRow(db, type, value)) ?? {}) : {};
  }
  return typed;
}

async function userOf(db: Kysely<DB>, id: string | null): Promise<Fields> {
  if (id === null) return {};
  const { rows } = await sql<Record<string, unknown>>`
    select id, name, email from people where id = ${id}`.execute(db);
  return rows[0] ?? {};
}

async function agentOf(db: Kysely<DB>, resource: Fields | undefined): Promise<Fields> {
  if (typeof resource?.["agent_id"] !== "string") return {};
  const { rows } = await sql<Record<string, unknown>>`
    select id, name from agents where id = ${resource["agent_id"]}`.execute(db);
  return rows[0] ?? {};
}

/** The variables of the playbook, resolved with its rights. They are not stored. */
async function environmentOf(
  system: System,
  run: ValuedRun,
  { env = [] }: PlaybookSpec,
  values: Values,
  scrubber: Scrubber,
): Promise<Readonly<Record<string, string>>> {
  if (env.length === 0) return {};
  const reach = reachFor(system, {
    subject: playbookSubject(run),
    namespace: run.playbook_namespace,
    scrubber,
    purpose: "playbook",
    system,
  });
  const found: Record<string, string> = {};
  for (const { name, value, valueFrom } of env) {
    if (valueFrom !== undefined) scrubber.know((found[name] = await reach.value({ valueFrom })));
    else found[name] = await reach.value(await renderText(value ?? "", { ...values, env: found }));
  }
  return found;
}
