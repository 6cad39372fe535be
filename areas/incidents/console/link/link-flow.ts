// The steps of linking a resource to an incident: create the incident and the hypothesis if needed, then attach the
// evidence.
import type { Tables } from "#generated/tables.ts";
import type { Severity } from "#language/severity.ts";
import { createHypothesis, createIncident, type NewEvidence } from "../parts/incident-writes.ts";
import type { IncidentType } from "../parts/incident-words.ts";
import { readChoice } from "./new-choice.ts";

/** The linked resource, as columns of the evidence. */
export type LinkedEvidence = Pick<
  NewEvidence,
  "type" | "config_id" | "config_change_id" | "config_analysis_id" | "component_id" | "check_id" | "evidence"
> & { description?: string };

export interface LinkValues {
  /** An id, or `new:` and a title. */
  incident: string | null;
  hypothesis: string | null;
  type: IncidentType | null;
  severity: Severity | null;
}

/**
 * The ids of the incidents that this dialog has created, by title: a retry after a failed step must not create another.
 */
export type CreatedIncidents = Map<string, string>;

export interface Target {
  incidentId: string;
  hypothesisId: string;
}

/**
 * Returns the chosen incident and hypothesis, and creates those that are new. A new incident gets a root hypothesis.
 */
export async function targetOf(values: LinkValues, userId: string, created: CreatedIncidents): Promise<Target> {
  const incident = readChoice(values.incident);
  const hypothesis = readChoice(values.hypothesis);
  if (!incident) throw new Error("No incident is chosen.");
  const incidentId =
    incident.kind === "stored" ? incident.id : await newIncident(incident.title, values, userId, created);
  if (hypothesis?.kind === "stored") return { incidentId, hypothesisId: hypothesis.id };
  const title = hypothesis?.title ?? (incident.kind === "new" ? incident.title : undefined);
  if (title === undefined) throw new Error("No hypothesis is chosen.");
  const hypothesisId = await createHypothesis({
    incident_id: incidentId,
    title,
    status: "possible",
    type: "root",
    created_by: userId,
  });
  return { incidentId, hypothesisId };
}

async function newIncident(title: string, { type, severity }: LinkValues, userId: string, created: CreatedIncidents) {
  const known = created.get(title);
  if (known !== undefined) return known;
  const fields: Pick<Tables["incidents"]["Insert"], "type" | "severity"> = {
    ...(type && { type }),
    ...(severity && { severity }),
  };
  const id = await createIncident({ title, ...fields, description: "", status: "open", created_by: userId });
  created.set(title, id);
  return id;
}
