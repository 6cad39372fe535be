// The schemas of the calls after an incident: post-mortem, replay and exports.
import { z } from "zod";
import { resourceKind } from "./automation.schema.ts";

const params = z.object({ id: z.guid("is not the id of an incident").toLowerCase() });

const postmortem = z.object({
  markdown: z.string(),
  published_at: z.string().nullable(),
  published_by: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** True for a draft: written by the server, or saved by a person but not published. */
  isDraft: z.boolean(),
  /** Null for a draft that was never saved. */
  updated_at: z.string().nullable(),
});

export const readPostmortem = { params, answer: postmortem };

export const writePostmortem = {
  params,
  body: z.strictObject({
    markdown: z
      .string("is required")
      .trim()
      .min(1, "is required")
      .max(1_000_000, "is longer than a million characters"),
    publish: z.boolean("must be true or false"),
  }),
  answer: postmortem,
};

export const replay = {
  params,
  answer: z.object({
    from: z.string(),
    to: z.string(),
    resources: z.array(
      z.object({
        kind: resourceKind,
        id: z.string(),
        name: z.string(),
        intervals: z.array(z.object({ from: z.string(), to: z.string(), health: z.string() })),
      }),
    ),
    changes: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        summary: z.string(),
        config: z.object({ id: z.string(), name: z.string(), type: z.string() }),
        severity: z.string().nullable(),
      }),
    ),
    /** Whether short intervals were joined, or resources and changes left out. */
    isThinned: z.boolean(),
  }),
};

export const exportIncident = { params, answer: z.custom<Blob>() };
