import { z } from "zod";
import type { Json, Labels } from "#language/columns.ts";

const id = z.guid("is not the id of a scraper").toLowerCase();
const yes = z.boolean("must be true or false");

export const runScraper = {
  params: z.object({ id }),
  /** Other fields that existing clients send are ignored. */
  body: z
    .looseObject({
      /** Responds as soon as the run has started. */
      async: yes.nullish(),
    })
    .nullish(),
  answer: z.object({
    message: z.literal("success"),
    payload: z.object({
      job_history_id: z.string(),
      status: z.enum(["RUNNING", "SUCCESS", "WARNING", "FAILED", "STOPPED"]),
    }),
  }),
};

const text = z.string().max(500);

/** The progress of a dry run, streamed as lines if the client requests them (see scraping.contract.ts). */
export const dryRunProgress = z.object({
  /** waiting: for other dry runs; reading: from the source; comparing: with the saved items. */
  phase: z.enum(["waiting", "reading", "comparing"]),
  items: z.int(),
  changes: z.int(),
  errors: z.int(),
  /** The progress of each entry, in the order in which entries are read. */
  entries: z.array(
    z.object({
      type: z.string(),
      /** The index of the entry in the list of its type. */
      index: z.int(),
      state: z.enum(["waiting", "reading", "done", "failed"]),
      items: z.int(),
      changes: z.int(),
      errors: z.int(),
    }),
  ),
  /** Milliseconds. */
  elapsed: z.number(),
});

export const dryRun = {
  body: z
    .object({
      /** The id of a saved scraper; the result is compared with its saved items. */
      id: id.optional(),
      name: text.min(1, "is required").optional(),
      namespace: text.default("default"),
      /** The edited spec. Default: the saved spec. */
      spec: z.record(z.string(), z.unknown(), "must be an object").optional(),
    })
    .refine(({ id: saved, spec }) => saved !== undefined || spec !== undefined, {
      path: ["spec"],
      message: "is required, unless the id of a scraper is sent",
    }),
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        action: z.enum(["added", "updated", "unchanged", "deleted"]),
        type: z.string(),
        name: z.string(),
        external_id: z.array(z.string()).readonly(),
        health: z.string().nullable(),
        status: z.string().nullable(),
        labels: z.custom<Labels | null>(),
        tags: z.custom<Labels | null>(),
        /** Null if the document is too large. */
        config: z.custom<Json>(),
        is_config_cut: z.boolean(),
      }),
    ),
    changes: z.array(
      z.object({
        action: z.enum(["added", "counted"]),
        config_id: z.string(),
        config_name: z.string(),
        config_type: z.string(),
        change_type: z.string(),
        severity: z.string().nullable(),
        source: z.string().nullable(),
        summary: z.string().nullable(),
        diff: z.string().nullable(),
        details: z.custom<Json>(),
      }),
    ),
    relationships: z.array(
      z.object({
        config_id: z.string(),
        config_name: z.string(),
        config_type: z.string(),
        related_id: z.string(),
        related_name: z.string(),
        related_type: z.string(),
        relation: z.string().nullable(),
        is_new: z.boolean(),
      }),
    ),
    errors: z.array(z.string()),
    warnings: z.array(z.object({ error: z.string(), expr: z.string().optional(), count: z.int() })),
    summary: z.custom<Json>(),
    /** Whether the source has more items than the dry run reads, so that deletions are unknown. */
    is_cut: z.boolean(),
    /** Milliseconds. */
    duration: z.number(),
  }),
};
