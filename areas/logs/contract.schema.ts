import { z } from "zod";
import { lineFormats } from "#lib/logs/parse-line.ts";

/** A search is text that a user types, or a query in the language of another system. */
const maxQuery = 20_000;
const text = z
  .string("must be a string")
  .max(2_000, "is longer than 2000 characters")
  .refine((value) => !value.includes("\0"), "must not contain a zero byte");
const names = z.array(text, "must be a list").max(50);
const maxLabels = 100;
const labels = z
  .record(text, text, "must be an object")
  .refine((all) => Object.keys(all).length <= maxLabels, `has more than ${maxLabels} labels`)
  .default({});

/** The maximum and default number of lines in a response. */
const maxLines = 10_000;
const defaultLines = 500;

const limit = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^\d{1,6}$/)
        .transform(Number),
    ],
    "must be a whole number",
  )
  .refine((value) => value >= 1 && value <= maxLines, `must be between 1 and ${maxLines}`)
  .default(defaultLines);

/** The logs that a call reads. */
const selection = {
  /** The component whose logs are read. Either this or `backend` is required. */
  id: z.guid("is not the id of a component").optional(),
  /** The name of a log selector of the component. Default: the first selector. */
  name: text.optional(),
  /** A log backend: its id or its name. */
  backend: text.optional(),
  /** Labels that the lines must have, in addition to the labels of the selector. */
  labels,
  /**
   * Words, phrases in quotes, `-word`, and regular expressions between slashes; or a query in the backend's language.
   */
  query: z.string("must be a string").max(maxQuery, `is longer than ${maxQuery} characters`).default(""),
  /** How the query is interpreted. Default: a query in the backend's language is recognised. */
  language: z.enum(["auto", "words", "backend"], "must be auto, words or backend").default("auto"),
  /** Date math or a time: now-15m, 2026-11-17T10:00:00Z. Default: an hour before the end. */
  start: text.optional(),
  /** Default: now. */
  end: text.optional(),
};

export const mapping = z.object({
  id: names.optional(),
  message: names.optional(),
  timestamp: names.optional(),
  host: names.optional(),
  severity: names.optional(),
  source: names.optional(),
  ignore: names.optional(),
});

/** A component or a backend is required. */
const hasSubject = ({ id, backend }: { id?: string | undefined; backend?: string | undefined }) =>
  id !== undefined || Boolean(backend);
const noSubject = { path: ["id"], message: "is required, unless a backend is selected" };

const search = z
  .object({
    ...selection,
    limit,
    direction: z.enum(["backward", "forward"], "must be backward or forward").default("backward"),
    /** The cursor of an earlier response, to continue that search. */
    cursor: z.string("must be a string").max(20_000).optional(),
    parse: z.enum(lineFormats, `must be ${lineFormats.join(", ")}`).optional(),
    mapping: mapping.optional(),
    /** CEL expressions; a line is kept if one of them is true. */
    match: z.array(text, "must be a list").max(20).default([]),
    dedupe: z.object({ window: text, fields: names.optional() }).optional(),
  })
  .refine(hasSubject, noSubject);

const line = z.object({
  id: z.string(),
  /** The time of the line, with up to nine decimal places of a second. */
  timestamp: z.string(),
  /** The first and the last time of repeated lines, and their number. */
  firstObserved: z.string(),
  lastObserved: z.string(),
  count: z.int(),
  message: z.string(),
  /** Lines that differ only in values have the same hash. */
  hash: z.string(),
  /** trace, debug, info, warning, error or fatal. */
  severity: z.string().optional(),
  source: z.string().optional(),
  host: z.string().optional(),
  labels: z.record(z.string(), z.string()),
});

const found = z.object({
  /** The number of lines in this response. */
  total: z.int(),
  results: z.array(line),
  /** Set if there may be more lines. A response with a cursor can have fewer lines than the limit. */
  cursor: z.string().optional(),
  /** Backends, files or pods that could not be read. */
  warnings: z.array(z.string()).optional(),
});

export const searchLogs = { body: search, answer: found };

const about = z.object(selection).refine(hasSubject, noSubject);

/** A stream of JSON lines: `{"lines": […]}`, `{"warnings": […]}` and, at the end, `{"problem": …}` or `{"end": …}`. */
export const tailLogs = { body: about, answer: z.custom<Blob>() };

export const logLabels = {
  body: about,
  answer: z.object({ labels: z.array(z.object({ name: z.string(), values: z.array(z.string()) })) }),
};

export const logFields = {
  body: about,
  answer: z.object({
    fields: z.array(
      z.object({
        name: z.string(),
        count: z.int(),
        values: z.array(z.object({ value: z.string(), count: z.int() })),
      }),
    ),
  }),
};

export const logHistogram = {
  body: z
    .object({
      ...selection,
      /** The number of intervals. */
      buckets: z.int("must be a whole number").min(1).max(500).default(60),
    })
    .refine(hasSubject, noSubject),
  answer: z.object({
    /** The start of the first interval, and the length of each interval, in milliseconds. */
    start: z.string(),
    interval: z.int(),
    buckets: z.array(z.object({ time: z.string(), severity: z.string(), count: z.int() })),
    /** The time up to which lines were counted, if the count is incomplete. */
    reached: z.string().optional(),
    warnings: z.array(z.string()).optional(),
  }),
};

export const logBackends = {
  answer: z.object({
    backends: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        source: z.string().nullable(),
        /** The types of the backend's entries, such as loki or file. */
        types: z.array(z.string()),
        /** The names of these systems, such as Loki or Files. */
        systems: z.array(z.string()),
        /** Whether the backend has its own query language. */
        hasLanguage: z.boolean(),
      }),
    ),
    /**
     * Whether the journal of this machine can be read and no backend reads it yet. Always false for people who are not
     * administrators.
     */
    offersJournal: z.boolean(),
  }),
};

export const testBackend = {
  body: z.object({
    /** The stored backend that is being edited. If it is missing, a new backend is tested. */
    id: z.guid("is not the id of a log backend").optional(),
    /** The edited spec. Default: the stored spec. */
    spec: z.record(z.string(), z.unknown(), "must be an object").optional(),
  }),
  answer: z.object({
    message: z.literal("ok"),
    /** One result for each entry of the spec. */
    payload: z.array(
      z.object({
        type: z.string(),
        /** The name of the system, such as OpenSearch. */
        title: z.string(),
        /** A description of the system. */
        reached: z.string().optional(),
        error: z.string().optional(),
        hint: z.string().optional(),
      }),
    ),
  }),
};
