import { z } from "zod";
import type { Json, Labels } from "#language/columns.ts";

const id = z.guid("is not the id of a topology").toLowerCase();

export const runTopology = {
  params: z.object({ id }),
  answer: z.object({
    /** `ok`, or the status of a run that failed or still runs, in lower case. */
    status: z.string(),
    /** The number of components. */
    count: z.int(),
    errors: z.array(z.string()).readonly(),
    job_history_id: z.string(),
  }),
};

const text = z.string().max(500);

/** The progress of a dry run, streamed as lines if the client requests them (see building.contract.ts). */
export const dryRunProgress = z.object({
  /** waiting: for other dry runs; building: the tree; comparing: with the saved components. */
  phase: z.enum(["waiting", "building", "comparing"]),
  components: z.int(),
  lookups: z.int(),
  errors: z.int(),
  /** Milliseconds. */
  elapsed: z.number(),
});

export const dryRun = {
  body: z
    .object({
      /** The id of a saved topology; the result is compared with its saved components. */
      id: id.optional(),
      name: text.min(1, "is required").optional(),
      namespace: text.default("default"),
      labels: z.record(z.string(), z.string()).optional(),
      /** The edited spec. Default: the saved spec. */
      spec: z.record(z.string(), z.unknown(), "must be an object").optional(),
    })
    .refine(({ id: saved, spec }) => saved !== undefined || spec !== undefined, {
      path: ["spec"],
      message: "is required, unless the id of a topology is sent",
    }),
  answer: z.object({
    /** The result in one sentence: "would add 12, change 3, remove 1". */
    summary: z.string(),
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    removed: z.int(),
    /** Parents come before their children. */
    components: z.array(
      z.object({
        id: z.string(),
        parent_id: z.string().nullable(),
        action: z.enum(["added", "updated", "unchanged", "deleted"]),
        name: z.string(),
        text: z.string().nullable(),
        type: z.string().nullable(),
        icon: z.string().nullable(),
        external_id: z.string(),
        health: z.string().nullable(),
        status: z.string().nullable(),
        labels: z.custom<Labels | null>(),
        properties: z.custom<Json>(),
      }),
    ),
    errors: z.array(z.string()),
    warnings: z.array(z.string()),
    /** Whether the tree has more components than the response. */
    is_cut: z.boolean(),
    /** Milliseconds. */
    duration: z.number(),
  }),
};

export const pushTopology = {
  /**
   * A component with its children, or several components as `roots`. The fields are the same as in the response of the
   * topology call.
   */
  body: z.looseObject({
    topology_id: id,
    name: z.string("is required").min(1, "is required"),
    namespace: text.optional(),
    components: z.array(z.looseObject({}), "must be a list").optional(),
    /** All roots of the topology, if it does not have exactly one root; the body itself is then not a component. */
    roots: z.array(z.looseObject({}), "must be a list").optional(),
    /** Whether the sender could not find everything. If so, no component is removed. */
    is_partial: z.boolean("must be true or false").optional(),
  }),
  answer: z.object({
    topology_id: z.string(),
    count: z.int(),
    added: z.int(),
    changed: z.int(),
    removed: z.int(),
    /** The parts of the tree that could not be saved. */
    errors: z.array(z.string()).readonly(),
  }),
};

export const proposals = {
  answer: z.object({
    proposals: z.array(
      z.object({
        kind: z.enum(["kubernetes", "cloud", "tag", "type"]),
        name: z.string(),
        title: z.string(),
        /** The number of config items that the topology shows. */
        items: z.int(),
        /** An ordinary spec, to be previewed with a dry run and saved as a topology. */
        spec: z.custom<Json>(),
      }),
    ),
  }),
};
