import { z } from "zod";

export const startKind = z.enum(["component", "check", "config"], "must be component, check or config");

const health = z.enum(["healthy", "unhealthy", "warning", "unknown", "paused"]);

/** A component, check or config item. */
const node = z.object({
  kind: startKind,
  id: z.string(),
  name: z.string(),
  type: z.string().nullable(),
  health,
  /** The status that the source reports. */
  status: z.string().nullable(),
  /** The time of the last health change of the node; null if the time is unknown or the node is healthy. */
  since: z.string().nullable(),
});

/** A node on the way from the start to a cause, with a sentence that explains why it is listed. */
const step = node.extend({ reason: z.string() });

const cause = step.extend({
  /** The strength of the indications that this node is the cause, for comparison with the other causes. */
  score: z.number(),
  /** The nodes between the start and this node, both included. */
  path: z.array(step),
  /** The number of nodes that failed in the same way and are not listed separately. */
  alike: z.int(),
  /** The open insights of a config item. */
  insights: z.int(),
  /** The number of changes of this node in the list. */
  changes: z.int(),
});

const change = z.object({
  id: z.string(),
  config_id: z.string(),
  /** The name of the config item. */
  name: z.string(),
  type: z.string(),
  change_type: z.string(),
  severity: z.string().nullable(),
  source: z.string().nullable(),
  summary: z.string().nullable(),
  created_at: z.string(),
  first_observed: z.string(),
  count: z.int(),
  external_created_by: z.string().nullable(),
  created_by: z.string().nullable(),
  reason: z.string(),
});

export const whyUnhealthy = {
  params: z.object({ kind: startKind, id: z.guid("is not the id of a component, check or config item").toLowerCase() }),
  answer: z.object({
    /** The node that the request is about. */
    start: node,
    /** Whether the start is unhealthy or has a warning; otherwise there are no causes and no changes. */
    is_unhealthy: z.boolean(),
    /** One sentence with the result. */
    summary: z.string(),
    /** The time at which the start became unhealthy; null if it is unknown. */
    transition: z.string().nullable(),
    /** The time span of the listed changes. */
    from: z.string().nullable(),
    to: z.string().nullable(),
    /** The most probable cause is first. */
    causes: z.array(cause),
    /** The number of all possible causes; the list contains at most 20. */
    cause_count: z.int(),
    changes: z.array(change),
    /** Whether there are more changes than the list contains. */
    has_more_changes: z.boolean(),
    /** The number of visited nodes that the caller may read. */
    visited: z.int(),
    /** The limit at which the search stopped, if it did not visit everything: 10 levels or 2,000 nodes. */
    stopped: z.enum(["levels", "nodes"]).nullable(),
    /** Whether there is a cause that the caller is not allowed to read. */
    is_cause_hidden: z.boolean(),
  }),
};
