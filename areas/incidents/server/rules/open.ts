// Writes the decisions of the rules: new incidents with their hypotheses, evidence and responders, and evidence that is
// added to open incidents.
import { sql } from "kysely";
import { systemPersonId } from "#areas/people/server/index.ts";
import { compile } from "#lib/expression/compile.ts";
import { faultText } from "#lib/expression/check.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { isTemplateText } from "#lib/expression/template/header.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Row } from "#server/db/writes.ts";
import { insertRows } from "../done/system-writes.ts";
import type { Candidate } from "./candidates.ts";
import { isDefinitionOfDone, type Joining, type Opening } from "./plan.ts";
import { findPerson, findTeam, respondersOf } from "./responders.ts";
import { evidenceOf, type Resource, type ResourceKind } from "../history/resource.ts";
import type { Rule } from "./rule.ts";

type Opener = Pick<System, "writes">;

const kindWords: Readonly<Record<ResourceKind, string>> = {
  component: "Component",
  check: "Check",
  config: "Config item",
};

/**
 * Describes the state of a resource without its name: more people may read incidents than resources. Evidence shows
 * the name to readers with rights, and the template of a rule can publish it.
 */
const stateOf = ({ kind, type, status, health }: Pick<Resource, "kind" | "type" | "status" | "health">) =>
  `${kindWords[kind]}${type === null ? "" : ` of type ${type}`} is ${status ?? health}`;

export async function titleOf({ spec: { template } }: Rule, resource: Resource): Promise<string> {
  return (await filled(template?.title, resource)).trim() || stateOf(resource);
}

/** A template that cannot be rendered is used unrendered, so that the incident is still opened. */
async function filled(text: string | undefined, resource: Resource): Promise<string> {
  if (text === undefined || !isTemplateText(text)) return text ?? "";
  const { kind, name, type, health, status, labels } = resource;
  const values = { name, type, health, status: status ?? health, labels: labels ?? {}, kind, [kind]: resource };
  try {
    return String(await (await compile("template", text)).run(values));
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    return `${text} (${faultText(error)})`;
  }
}

export async function openIncidents(system: Opener, tx: Tx, openings: readonly Opening[]): Promise<void> {
  const incidents: Row[] = [];
  const hypotheses: Row[] = [];
  const evidence: Row[] = [];
  const responders: Row[] = [];
  for (const { rule, incident, first } of openings) {
    const { template, autoAssignOwner } = rule.spec;
    const title = await titleOf(rule, first);
    const owner = autoAssignOwner ? await findOwner(tx, first) : undefined;
    const author = (await findPerson(tx, template?.created_by)) ?? systemPersonId;
    incidents.push({
      id: incident.id,
      incident_rule_id: rule.id,
      title,
      description: await filled(template?.description, first),
      type: template?.type ?? "availability",
      status: template?.status ?? "open",
      severity: (template?.severity ?? "low").toLowerCase(),
      created_by: author,
      commander_id: owner?.person ?? (await findPerson(tx, template?.commander_id)) ?? null,
      communicator_id: (await findPerson(tx, template?.communicator_id)) ?? null,
    });
    const root = newId();
    const factor = newId();
    hypotheses.push(
      { id: root, incident_id: incident.id, parent_id: null, type: "root", title, status: "possible" },
      {
        id: factor,
        incident_id: incident.id,
        parent_id: root,
        type: "factor",
        title: stateOf(first),
        status: "likely",
      },
    );
    evidence.push(evidenceRow(rule, first, { hypothesis: factor, isInDefinitionOfDone: isDefinitionOfDone(rule) }));
    const added = [
      ...(await respondersOf(tx, rule.spec.responders)),
      ...(owner?.team
        ? [{ type: "team", person_id: null, team_id: owner.team, properties: { responderType: "team" } }]
        : []),
    ];
    for (const responder of added) responders.push({ ...responder, id: newId(), incident_id: incident.id });
  }
  await insertAll(system, tx, { incidents, hypotheses, evidences: evidence, responders });
}

export async function joinIncidents(system: Opener, tx: Tx, joinings: readonly Joining[]): Promise<void> {
  if (joinings.length === 0) return;
  const incidents = [...new Set(joinings.map(({ incident }) => incident.id))];
  // Evidence is added to the factor hypothesis that the rule created, or to the root hypothesis in an incident that a
  // person opened.
  const { rows } = await sql<{ id: string; incident_id: string }>`
    select distinct on (h.incident_id) h.id, h.incident_id
    from   hypotheses h
    where  h.incident_id = any (${incidents}::uuid[])
    order  by h.incident_id, h.type = 'factor' and h.created_by = ${systemPersonId} desc, h.type = 'root' desc, h.created_at, h.id`.execute(
    tx,
  );
  const hypothesisOf = new Map(rows.map(({ id, incident_id: incident }) => [incident, id]));
  const added: Row[] = [];
  const evidence = joinings.map(({ rule, incident, candidate }) => {
    let hypothesis = hypothesisOf.get(incident.id);
    if (hypothesis === undefined) {
      hypothesisOf.set(incident.id, (hypothesis = newId()));
      const title = stateOf(candidate);
      added.push({
        id: hypothesis,
        incident_id: incident.id,
        parent_id: null,
        type: "root",
        title,
        status: "possible",
      });
    }
    const isInDefinitionOfDone = incident.rule === rule.id && isDefinitionOfDone(rule);
    return evidenceRow(rule, candidate, { hypothesis, isInDefinitionOfDone });
  });
  await insertAll(system, tx, { hypotheses: added, evidences: evidence });
}

type NewRows = Partial<Record<"incidents" | "hypotheses" | "evidences" | "responders", readonly Row[]>>;

async function insertAll(system: Opener, tx: Tx, tables: NewRows): Promise<void> {
  for (const relation of ["incidents", "hypotheses", "evidences", "responders"] as const) {
    const rows = tables[relation] ?? [];
    if (rows.length > 0) await insertRows(system, tx, relation, rows);
  }
}

function evidenceRow(
  rule: Rule,
  candidate: Candidate,
  { hypothesis, isInDefinitionOfDone }: { hypothesis: string; isInDefinitionOfDone: boolean },
): Row {
  const { type, column } = evidenceOf[candidate.kind];
  const { id, health, status, since } = candidate;
  return {
    id: newId(),
    hypothesis_id: hypothesis,
    type,
    component_id: null,
    check_id: null,
    config_id: null,
    [column]: id,
    description: stateOf(candidate),
    definition_of_done: isInDefinitionOfDone,
    done: false,
    evidence: { rule: rule.name, health, status, since: new Date(since).toISOString() },
  };
}

/** The owner is a person or a team. The teams that select a component are also its owners. */
async function findOwner(
  tx: Tx,
  { kind, id, owner }: Candidate,
): Promise<{ person?: string; team?: string } | undefined> {
  const person = await findPerson(tx, owner ?? undefined);
  if (person !== undefined) return { person };
  const team = await findTeam(tx, owner ?? undefined);
  if (team !== undefined) return { team };
  if (kind !== "component") return undefined;
  const { rows } = await sql<{ team_id: string }>`
    select t.id as team_id
    from   team_components c
    join   teams t on t.id = c.team_id and t.deleted_at is null
    where  c.component_id = ${id}
    order  by t.name
    limit  1`.execute(tx);
  return rows[0] && { team: rows[0].team_id };
}
