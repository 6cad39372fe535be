import { z } from "zod";
import type { Json } from "#language/columns.ts";

/** PostgreSQL refuses strings with zero bytes or lone surrogates. */
const isText = (value: string) => !value.includes("\0") && value.isWellFormed();
const text = z
  .string("must be a string")
  .max(4_000, "must be at most 4000 characters long")
  .refine(isText, "is not valid text: it contains a zero byte or a lone surrogate");
const id = z.guid("is not the id of a config item");

/** Null means unset: existing clients send every key. */
const optional = <T extends z.ZodType>(schema: T) => schema.nullish();

/** `a,b*,!c` matches values that match `a` or `b*` and do not match `c`. */
const match = optional(text);

const counts = z.record(z.string(), z.int());
const labels = z.record(z.string(), z.string());

// ------------------------------------------------------------------------------------------------------------- summary

/** The period in which changes are counted, such as `30d`. Counts of 3, 7 and 30 days are precomputed. */
const since = z.object({ since: optional(text) });

const summaryRow = z
  .object({
    count: z.int(),
    health: counts,
    created_at: z.string(),
    updated_at: z.string().nullable(),
    /** Set only if the request has `changes`. */
    changes: z.int().optional(),
    /** Open insights by type; set only if the request has `analysis`. */
    analysis: counts.optional(),
    /** Set only if the request has `cost`. */
    cost_per_minute: z.number().nullable().optional(),
    cost_total_1d: z.number().nullable().optional(),
    cost_total_7d: z.number().nullable().optional(),
    cost_total_30d: z.number().nullable().optional(),
    /** Set only when grouped by `agent`. */
    agent: z.object({ id: z.string(), name: z.string() }).optional(),
    type: z.string().optional(),
    config_class: z.string().optional(),
  })
  // Contains the grouping keys and tags of the request, under the names that were sent, and `cost_30d` for the
  // requested cost.
  .catchall(z.union([z.string(), z.number()]).nullable());

export const catalogSummary = {
  body: z.strictObject({
    /**
     * Default: `type`. Also accepts `config_class`, `name`, `status`, `health`, `agent` and `changed` (`1h`, `1d`,
     * `7d`, `30d` or `older`); any other name is the key of a tag. `tag:app` and `label:app` select tags or labels
     * explicitly.
     */
    groupBy: optional(z.array(text.min(1, "must not be empty")).max(10, "must be at most 10 names")),
    /** Additional tags to return for each group, as if the request grouped by them as well. */
    tags: optional(z.array(text.min(1, "must not be empty")).max(10, "must be at most 10 names")),
    /** Required values by label key; `tag:zone` is a tag key. */
    filter: optional(z.record(text, text)),
    type: match,
    status: match,
    health: match,
    /** `local`, or the id of an agent. */
    agent_id: match,
    /** Words that names, labels, tags or documents must contain. */
    search: optional(text),
    /** Whether deleted items are counted as well. */
    deleted: optional(z.boolean()),
    changes: optional(since),
    analysis: optional(since),
    cost: optional(text),
  }),
  answer: z.array(summaryRow),
};

// ------------------------------------------------------------------------------------------------------------- changes

const point = optional(text);

const changeFilters = {
  /**
   * The id of a config item, several ids separated by commas, `!id` for all other items, or a search in the language of
   * resource selectors.
   */
  id: optional(text),
  /**
   * With one id: selects the items below it (`downstream`, the default), above it (`upstream`), around it (`all`), or
   * only the item itself (`none`).
   */
  recursive: optional(
    z.enum(["downstream", "upstream", "all", "none", ""], "must be downstream, upstream, all or none"),
  ),
  depth: optional(z.int().min(0, "must not be negative").max(10, "must be at most 10")),
  /** Also follows edges that are not between parent and child. */
  soft: optional(z.boolean()),
  include_deleted_configs: optional(z.boolean()),
  config_type: match,
  /** The type of the change. */
  type: match,
  summary: match,
  source: match,
  /** The id of a person, or the name of the author in the source. */
  created_by: match,
  external_created_by: match,
  /** `local`, or the id of an agent. */
  agent_id: match,
  /** Selects this severity and higher severities; `!low` excludes one severity. */
  severity: optional(text),
  /** A label selector on the tags of config items. */
  tags: optional(text),
  /** A label selector on the labels of config items. */
  labels: optional(text),
  /** Default: the last two days. */
  from: point,
  to: point,
  from_inserted_at: point,
  to_inserted_at: point,
};

const change = z.object({
  id: z.string(),
  config_id: z.string(),
  /** The name of the config item. */
  name: z.string(),
  type: z.string(),
  tags: labels.optional(),
  deleted_at: z.string().optional(),
  agent_id: z.string().optional(),
  path: z.string().optional(),
  external_change_id: z.string().optional(),
  change_type: z.string(),
  severity: z.string().optional(),
  source: z.string().optional(),
  summary: z.string().optional(),
  created_at: z.string(),
  inserted_at: z.string(),
  first_observed: z.string(),
  count: z.int(),
  created_by: z.string().optional(),
  external_created_by: z.string().optional(),
});

const changesAnswer = z.object({
  /** The number of changes of each type on this page. */
  summary: counts,
  total: z.int(),
  changes: z.array(change),
});

const changesBody = z.strictObject({
  ...changeFilters,
  page: optional(z.int("must be a whole number").min(1, "must be at least 1").max(1_000_000)),
  page_size: optional(z.int("must be a whole number").min(1, "must be at least 1").max(1_000, "must be at most 1000")),
  /**
   * `created_at`, `name`, `type`, `change_type`, `severity`, `summary`, `source`, `count` or `first_observed`; a
   * leading minus reverses the order.
   */
  sort_by: optional(text),
});

export const findChanges = { body: changesBody, answer: changesAnswer };

/** The same filters as query parameters. */
export const listChanges = {
  query: z.record(z.string(), text),
  answer: changesAnswer,
};

export const changesHistogram = {
  body: z.strictObject({
    ...changeFilters,
    /** The maximum number of buckets. Default: about 60. */
    buckets: optional(z.int().min(1, "must be at least 1").max(300, "must be at most 300")),
  }),
  answer: z.object({
    from: z.string(),
    to: z.string(),
    bucket_seconds: z.int(),
    total: z.int(),
    /** Every bucket from `from` on, including empty buckets. */
    buckets: z.array(
      z.object({
        /** Start of the bucket; the first starts at `from`. */
        time: z.string(),
        count: z.int(),
        /** Counts by severity; `none` counts changes without a severity. */
        severities: counts,
      }),
    ),
  }),
};

// ------------------------------------------------------------------------------------------------------------ versions

/** A version begins with a change of the document. */
const version = z.object({
  /** The id of the change. */
  id: z.string(),
  /** Whether the change is listed; rules of the scraper may exclude it, or move it to a different item. */
  is_listed: z.boolean(),
  at: z.string(),
  change_type: z.string(),
  severity: z.string().nullable(),
  source: z.string().nullable(),
  summary: z.string().nullable(),
  created_by: z.string().nullable(),
  external_created_by: z.string().nullable(),
  /** The number of times that the same change was seen. */
  count: z.int(),
  /** Number of added lines. */
  added: z.int(),
  removed: z.int(),
});

/** Why older documents are unknown; null if the history is complete. */
const gap = z
  .object({
    /** Documents before this time are unknown. */
    before: z.string(),
    reason: z.string(),
  })
  .nullable();

export const configVersions = {
  params: z.object({ id }),
  query: z.object({
    /** Returns versions that started before this time; used to read the next page. */
    before: text.optional(),
    limit: z
      .string()
      .regex(/^\d{1,4}$/, "must be a whole number")
      .transform(Number)
      .pipe(z.int().min(1, "must be at least 1").max(1_000, "must be at most 1000"))
      .optional(),
  }),
  answer: z.object({
    /** Versions in descending order of time. */
    versions: z.array(version),
    /** Number of all versions. */
    total: z.int(),
    /** Time when the item was first seen, which is the start of its first version. */
    first_at: z.string(),
    has_more: z.boolean(),
  }),
};

export const configAt = {
  params: z.object({ id }),
  query: z.object({
    /** A point in time, such as `2026-11-15T12:00:00Z` or `now-2d`. */
    time: text.optional(),
    /**
     * Replaces `time`: selects the document immediately after this change or, with `side=before`, immediately before
     * it.
     */
    change: z.guid("is not the id of a change").optional(),
    side: z.enum(["before", "after"], "must be before or after").optional(),
  }),
  answer: z.object({
    id: z.string(),
    time: z.string(),
    /** The document at that time; null if it is unknown or did not exist yet. */
    config: z.custom<Json>(),
    /** Whether the item existed at that time. */
    existed: z.boolean(),
    /** Whether this is the current document. */
    is_current: z.boolean(),
    /** The change that created this version; null for the first version. */
    version: version.nullable(),
    /** The change that replaced this version; null for the current version. */
    next: version.nullable(),
    /**
     * Set if several changes around this time are stored as one. `config` is then the document before the first of
     * these changes, and the document at that time is unknown.
     */
    between: z.object({ from: z.string(), until: z.string(), count: z.int() }).nullable(),
    gap,
  }),
};

export const configBlame = {
  params: z.object({ id }),
  query: z.object({
    format: z.enum(["yaml", "json"], "must be yaml or json").optional(),
  }),
  answer: z.object({
    format: z.enum(["yaml", "json"]),
    /** The lines of the document. */
    lines: z.array(
      z.object({
        text: z.string(),
        /**
         * Index in `versions` of the change that last touched the line; null if the line did not change within the
         * known history.
         */
        version: z.int().nullable(),
      }),
    ),
    /** The versions that lines refer to. */
    versions: z.array(version),
    gap,
  }),
};
