// Loads the variables for the templates and expressions of a run.
import { sql, type Kysely } from "kysely";
import { reachFor } from "#areas/connections/server/index.ts";
import { createTagNames } from "#areas/notifications/server/index.ts";
import { createBatches } from "#lib/async/batches.ts";
import type { System } from "#server/area.ts";
import type { DB } from "#server/db/tables.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { parameterProblem } from "../../check-parameters.ts";
import { valuesForTemplates, type ParameterLookups } from "../parameters/chosen.ts";
import { serverCheckTools } from "../parameters/matches.ts";
import type { PlaybookSpec } from "../spec.ts";
import { environmentOf, withFunctions, type Fields } from "../text/environment.ts";
import { renderValue } from "../text/render-block.ts";
import { playbookSubject } from "./action-context.ts";
import { gitSourceOf } from "./git-source.ts";
import { lookupsFor } from "./lookups.ts";
import type { OpenedRun } from "./open-run.ts";
import { resourceRow, rowsAround } from "./resource.ts";
import { resourceOf, type RunRow } from "./run-row.ts";

/** The fields of a run that its variables need; a plan has no run yet. */
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
> & { isDraft?: boolean };

export interface Valued {
  run: ValuedRun;
  opened: OpenedRun;
  action?: Fields | undefined;
  /** The lookups; by default with system permissions, for parameters that were validated before. */
  lookups?: ParameterLookups | undefined;
}

export async function valuesOf(
  system: System,
  { run, opened, action = {}, lookups = lookupsFor(system, undefined) }: Valued,
  scrubber: Scrubber,
): Promise<Fields> {
  const db = system.db.system;
  const selected = resourceOf(run);
  const row = (selected && (await resourceRow(db, selected))) ?? {};
  const values = environmentOf({
    resource: selected && { kind: selected.kind, row, around: await rowsAround(db, selected.kind, row) },
    params: await typedParameters(opened, lookups),
    run: { id: run.id, playbook_id: run.playbook_id },
    playbook: {
      id: run.playbook_id,
      name: run.playbook_name,
      namespace: run.playbook_namespace,
      title: run.playbook_title,
    },
    action,
    user: await userOf(system, run.created_by),
    agent: await agentOf(db, row),
    request: (run.request ?? undefined) as Fields | undefined,
    tagKeys: await tagNamesOf(system),
    git: selected?.kind === "config" && usesGit(opened.spec) ? await gitSourceOf(system, run.playbook_id, row) : {},
  });
  return { ...values, env: await variablesOf(system, run, opened.spec, values, scrubber) };
}

/** The Git source is searched only for actions that change it. */
const usesGit = ({ actions }: PlaybookSpec) => actions.some((action) => Boolean(action["gitops"]));

/** The cached names, per running system. */
const tagNames = new WeakMap<System["jobs"], () => Promise<readonly string[]>>();

function tagNamesOf({ db, jobs }: System): Promise<readonly string[]> {
  let names = tagNames.get(jobs);
  if (!names) tagNames.set(jobs, (names = createTagNames(db.system)));
  return names();
}

/** A form may send incomplete values, which stay strings. */
async function typedParameters({ spec, parameters }: OpenedRun, lookups: ParameterLookups): Promise<Fields> {
  // The bounds were checked with rendered properties, so only the type matters here.
  const known = (spec.parameters ?? []).map(({ name, type }) => ({ name, type }));
  const textOf = (name: string) => (Object.hasOwn(parameters, name) ? parameters[name]! : "");
  const readable = known.filter(
    (parameter) => parameterProblem(parameter, textOf(parameter.name), serverCheckTools) === undefined,
  );
  const { values } = await valuesForTemplates(readable, parameters, lookups);
  return { ...Object.fromEntries(known.map(({ name }) => [name, textOf(name)])), ...values };
}

/** Reads people, many at once. */
const people = new WeakMap<System["jobs"], (id: string) => Promise<Fields>>();

const createPeople = ({ db }: System) =>
  createBatches<string, Fields>(async (ids) => {
    const { rows } = await sql<{ id: string }>`
      select id, name, email from people where id = any (${[...new Set(ids)]}::uuid[])`.execute(db.system);
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? {});
  });

async function userOf(system: System, id: string | null): Promise<Fields> {
  if (id === null) return {};
  let find = people.get(system.jobs);
  if (!find) people.set(system.jobs, (find = createPeople(system)));
  return find(id);
}

async function agentOf(db: Kysely<DB>, resource: Fields): Promise<Fields> {
  if (typeof resource["agent_id"] !== "string") return {};
  const { rows } = await sql<Record<string, unknown>>`
    select id, name from agents where id = ${resource["agent_id"]}`.execute(db);
  return rows[0] ?? {};
}

/** The variables of the playbook, resolved with its permissions. They are not stored. */
async function variablesOf(
  system: System,
  run: ValuedRun,
  { env = [] }: PlaybookSpec,
  values: Fields,
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
  for (const { name, value = "", valueFrom } of env) {
    if (valueFrom !== undefined) scrubber.know((found[name] = await reach.value({ valueFrom })));
    else {
      const rendering = { what: `env.${name}`, values: withFunctions({ ...values, env: found }, []), scrubber };
      found[name] = await reach.value(await renderValue(value, rendering));
    }
  }
  return found;
}
