// The schemas of the calls about rules, suggestions and figures.
import { z } from "zod";

const incidentId = z.guid("is not the id of an incident").toLowerCase();

export const resourceKind = z.enum(["component", "check", "config"]);

export const previewRule = {
  body: z.strictObject({
    /** The spec of the rule. */
    spec: z.record(z.string(), z.unknown(), "must be an object"),
    days: z.int("must be a whole number").min(1, "must be at least 1").max(30, "must be at most 30").default(30),
  }),
  answer: z.object({
    /** The incidents that the rule would have opened, the newest first. */
    opened: z.array(
      z.object({
        at: z.string(),
        title: z.string(),
        severity: z.string(),
        /** The resources of the incident; at most 20 of them. */
        resources: z.array(z.object({ kind: resourceKind, id: z.string(), name: z.string() })),
        /** The number of resources that joined the incident after the first resource. */
        joined: z.int(),
      }),
    ),
    /**
     * The number of failures that opened no incident, because they were too short or outside the rule's operating
     * hours.
     */
    skipped: z.int(),
    /** Whether older incidents or some resources were left out. */
    isCut: z.boolean(),
  }),
};

export const suggestions = {
  params: z.object({ id: incidentId }),
  answer: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      reason: z.string(),
      hypothesis: z.object({ type: z.enum(["root", "factor", "solution"]), title: z.string() }),
      /** The columns of the evidence to add. */
      evidence: z.object({
        type: z.enum(["config", "config_change", "check", "topology", "config_analysis"]),
        config_id: z.string().optional(),
        config_change_id: z.string().optional(),
        check_id: z.string().optional(),
        component_id: z.string().optional(),
        config_analysis_id: z.string().optional(),
      }),
    }),
  ),
};

const times = z.object({
  /** Seconds; null if no incident of the group has this time. */
  median: z.number().nullable(),
  p90: z.number().nullable(),
});

const figuresOfIncidents = { incidents: z.int(), acknowledge: times, mitigate: times, resolve: times };

export const figures = {
  query: z.object({
    /** Only incidents created since this time; a timestamp or an age. Default: the last 90 days. */
    from: z.string().max(100).optional(),
    to: z.string().max(100).optional(),
    by: z.enum(["team", "type", "month"], "must be team, type or month").default("month"),
  }),
  answer: z.object({
    /** All incidents; an incident of several teams counts once. */
    total: z.object(figuresOfIncidents),
    rows: z.array(z.object({ group: z.string(), ...figuresOfIncidents })),
  }),
};
