import { z } from "zod";
import type { Json } from "#language/columns.ts";

/** What PostgreSQL takes for text. */
const isText = (value: string) => !value.includes("\0") && value.isWellFormed();
const text = z
  .string("must be a text")
  .max(4_000, "must be at most 4000 characters long")
  .refine(isText, "is no text: it has a zero byte or half a character in it");
const id = z.guid("is not the id of a config item");

/** Null is as good as nothing: existing clients send every key. */
const optional = <T extends z.ZodType>(schema: T) => schema.nullish();

/** `a,b*,!c`: one of the first two and not the last. */
const match = optional(text);

const counts = z.record(z.string(), z.int());
const labels = z.record(z.string(), z.string());

// ---------------------------------------------------------------------------------------------------------------- summary

/** The span that changes are counted in: `30d`; 3, 7 and 30 days are kept at hand. */
const since = z.object({ since: optional(text) });

const summaryRow = z
  .object({
    count: z.int(),
    health: counts,
    created_at: z.string(),
    updated_at: z.string().nullable(),
    /** Only when changes were asked for. */
    changes: z.int().optional(),
    /** Open insights by type; only when they were asked for. */
    analysis: counts.optional(),
    /** Only when costs were asked for. */
    cost_per_minute: z.number().nullable().optional(),
    cost_total_1d: z.number().nullable().optional(),
    cost_total_7d: z.number().nullable().optional(),
    cost_total_30d: z.number().nullable().optional(),
    /** Only when grouped by `agent`. */
    agent: z.object({ id: z.string(), name: z.string() }).optional(),
    type: z.string().optional(),
    config_class: z.string().optional(),
  })
  // What it was grouped by and the tags that were asked for, under the names that were sent; and `cost_30d` for the cost that was asked for.
  .catchall(z.union([z.string(), z.number()]).nullable());

export const catalogSummary = {
  body: z.strictObject({
    /**
     * `type` unless said. Also `config_class`, `name`, `status`, `health`, `agent` and `changed` (`1h`, `1d`, `7d`, `30d` or
     * `older`); any other name is the key of a tag. `tag:app` and `label:app` say which is meant.
     */
    groupBy: optional(z.array(text.min(1, "must not be empty")).max(10, "must be at most 10 names")),
    /** More tags to tell of each group, as if it was grouped by them, too. */
    tags: optional(z.array(text.min(1, "must not be empty")).max(10, "must be at most 10 names")),
    /** By the key of a label, which values are wanted; `tag:zone` is the key of a tag. */
    filter: optional(z.record(text, text)),
    type: match,
    status: match,
    health: match,
    /** `local`, or the id of an agent. */
    agent_id: match,
    /** Words that names, labels, tags or documents must have. */
    search: optional(text),
    /** Whether deleted items count, too. */
    deleted: optional(z.boolean()),
    changes: optional(since),
    analysis: optional(since),
    cost: optional(text),
  }),
  answer: z.array(summaryRow),
};

// ---------------------------------------------------------------------------------------------------------------- changes

const point = optional(text);

const changeFilters = {
  /** One config item, several by comma, `!id` for all others, or a search in the language of resource selectors. */
  id: optional(text),
  /** With one id: what lies under it (`downstream`, unless said), above it, around it (`all`), or nothing else (`none`). */
  recursive: optional(
    z.enum(["downstream", "upstream", "all", "none", ""], "must be downstream, upstream, all or none"),
  ),
  depth: optional(z.int().min(0, "must not be negative").max(10, "must be at most 10")),
  /** Also by edges that are not between parent and child. */
  soft: optional(z.boolean()),
  include_deleted_configs: optional(z.boolean()),
  config_type: match,
  /** Of the change. */
  type: match,
  summary: match,
  source: match,
  /** The id of a person, or what the source calls who did it. */
  created_by: match,
  external_created_by: match,
  /** `local`, or the id of an agent. */
  agent_id: match,
  /** This one and what is worse; `!low` is all but that. */
  severity: optional(text),
  /** A label selector on the tags of config items. */
  tags: optional(text),
  /** A label selector on their labels. */
  labels: optional(text),
  /** When neither is said, the last two days. */
  from: point,
  to: point,
  from_inserted_at: point,
  to_inserted_at: point,
};

const change = z.object({
  id: z.string(),
  config_id: z.string(),
  /** Of the config item. */
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
  /** How many of each type are on this page. */
  summary: counts,
  total: z.int(),
  changes: z.array(change),
});

const changesBody = z.strictObject({
  ...changeFilters,
  page: optional(z.int("must be a whole number").min(1, "must be at least 1").max(1_000_000)),
  page_size: optional(z.int("must be a whole number").min(1, "must be at least 1").max(1_000, "must be at most 1000")),
  /** `created_at`, `name`, `type`, `change_type`, `severity`, `summary`, `source`, `count` or `first_observed`; with a minus from the last to the first. */
  sort_by: optional(text),
});

export const findChanges = { body: changesBody, answer: changesAnswer };

/** The same as texts of an address. */
export const listChanges = {
  query: z.record(z.string(), text),
  answer: changesAnswer,
};

export const changesHistogram = {
  body: z.strictObject({
    ...changeFilters,
    /** At most so many; about 60 unless said. */
    buckets: optional(z.int().min(1, "must be at least 1").max(300, "must be at most 300")),
  }),
  answer: z.object({
    from: z.string(),
    to: z.string(),
    bucket_seconds: z.int(),
    total: z.int(),
    /** Every bucket from `from` on, empty ones, too. */
    buckets: z.array(
      z.object({
        /** When it begins; the first begins at `from`. */
        time: z.string(),
        count: z.int(),
        /** By severity; `none` are those without one. */
        severities: counts,
      }),
    ),
  }),
};

// --------------------------------------------------------------------------------------------------------------- versions

/** A version begins with a change of the document. */
const version = z.object({
  /** Of the change. */
  id: z.string(),
  /** Whether it stands among the changes; rules of its scraper may leave it out, or tell it of another item. */
  is_listed: z.boolean(),
  at: z.string(),
  change_type: z.string(),
  severity: z.string().nullable(),
  source: z.string().nullable(),
  summary: z.string().nullable(),
  created_by: z.string().nullable(),
  external_created_by: z.string().nullable(),
  /** How often the same was seen. */
  count: z.int(),
  /** Lines that came and went. */
  added: z.int(),
  removed: z.int(),
});

/** Why older documents than this cannot be told; without it, everything back to when the item was first seen can. */
const gap = z
  .object({
    /** Before this moment nothing can be told. */
    before: z.string(),
    reason: z.string(),
  })
  .nullable();

export const configVersions = {
  params: z.object({ id }),
  query: z.object({
    /** Versions that began before this moment, to read on. */
    before: text.optional(),
    limit: z
      .string()
      .regex(/^\d{1,4}$/, "must be a whole number")
      .transform(Number)
      .pipe(z.int().min(1, "must be at least 1").max(1_000, "must be at most 1000"))
      .optional(),
  }),
  answer: z.object({
    /** The newest first. */
    versions: z.array(version),
    /** Of all. */
    total: z.int(),
    /** When the item was first seen: its first version began there. */
    first_at: z.string(),
    has_more: z.boolean(),
  }),
};

export const configAt = {
  params: z.object({ id }),
  query: z.object({
    /** A moment: `2026-11-15T12:00:00Z`, `now-2d`. */
    time: text.optional(),
    /** Instead: as it was right after this change, or with `side=before`, right before it. */
    change: z.guid("is not the id of a change").optional(),
    side: z.enum(["before", "after"], "must be before or after").optional(),
  }),
  answer: z.object({
    id: z.string(),
    time: z.string(),
    /** The document as it was; null when that cannot be told, or when there was none yet. */
    config: z.custom<Json>(),
    /** Whether the item was there at that moment. */
    existed: z.boolean(),
    /** Whether it is the document of today. */
    is_current: z.boolean(),
    /** The change that made it so; null when it was so from the beginning. */
    version: version.nullable(),
    /** The change that ended it; null when it still is so. */
    next: version.nullable(),
    /**
     * Several changes of this time are kept as one: the document was this one before the first of them, and what it was at the
     * moment is not known.
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
    /** The document as a text, line by line. */
    lines: z.array(
      z.object({
        text: z.string(),
        /** The change that last touched it, by its place in `versions`; null when it was so from the beginning, or as far back as is known. */
        version: z.int().nullable(),
      }),
    ),
    /** Those that lines point to. */
    versions: z.array(version),
    gap,
  }),
};
