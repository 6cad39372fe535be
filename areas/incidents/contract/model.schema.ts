import { z } from "zod";

const id = z.guid("is not the id of an incident").toLowerCase();

const entry = z.object({
  id: z.string(),
  at: z.string(),
  lane: z.enum(["history", "message", "playbook", "change", "transition", "comment"]),
  text: z.string(),
  author: z.object({ id: z.string(), name: z.string(), avatar: z.string().nullable().optional() }).optional(),
  /** The path of a console page. */
  link: z.string().optional(),
  tone: z.enum(["good", "warn", "bad"]).optional(),
});

export const incidentTimeline = {
  params: z.object({ id }),
  answer: z.object({
    from: z.string(),
    to: z.string(),
    /** The newest entries, in ascending order of time. */
    entries: z.array(entry),
    /** Whether older entries are missing. */
    isCut: z.boolean(),
  }),
};

/** The state of a resource. Which fields it has depends on its kind. */
const resource = z.looseObject({
  kind: z.enum(["check", "config", "config_change", "config_analysis", "component"]),
  id: z.string(),
  name: z.string(),
  type: z.string().optional(),
  status: z.string().optional(),
  health: z.string().optional(),
  message: z.string().optional(),
  severity: z.string().optional(),
  summary: z.string().optional(),
});

export const incidentEvidence = {
  params: z.object({ id }),
  answer: z.array(
    z.object({
      id: z.string(),
      hypothesis_id: z.string(),
      /** The linked resource when the evidence was added; null if the evidence has no linked resource. */
      then: resource.extend({ at: z.string() }).nullable(),
      /** The linked resource now; null if it is deleted or the caller is not allowed to read it. */
      now: resource.nullable(),
    }),
  ),
};

export const myIncidents = {
  answer: z.array(
    z.object({
      id: z.string(),
      incident_id: z.string(),
      title: z.string(),
      status: z.enum(["new", "open", "investigating", "mitigated"]),
      severity: z.string(),
      created_at: z.string(),
      /** The role of the caller in the incident: the first role in this list that applies. */
      role: z.enum(["commander", "communicator", "responder", "mentioned"]),
    }),
  ),
};

export const redactIncidentText = {
  body: z.strictObject({
    table: z.enum(["comments", "evidences"], "must be comments or evidences"),
    id: z.guid("is not the id of a row").toLowerCase(),
    reason: z.string("is required").trim().min(1, "is required").max(500, "is longer than 500 characters"),
  }),
  answer: z.undefined(),
};

const chosenType = z.enum(["jira", "ms_planner"], "must be jira or ms_planner");
export type ChosenType = z.output<typeof chosenType>;

const choice = z.object({ value: z.string(), label: z.string() });

export const responderChoices = {
  query: z.strictObject({
    team_id: z.guid("is not the id of a team").toLowerCase(),
    type: chosenType,
    /** The selected project or plan, whose issue types or buckets are requested. */
    within: z.string().min(1, "is empty").max(200, "is longer than 200 characters").optional(),
  }),
  /** The options of each field, by field name. */
  answer: z.record(z.string(), z.array(choice)),
};
