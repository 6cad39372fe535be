import { z } from "zod";
import type { Json } from "#language/columns.ts";
import type { MaintenanceWindow } from "./maintenance.ts";
import type { CheckRunShown, CheckSummary } from "./model.ts";

const text = z
  .string()
  .max(2_000)
  .refine((value) => !value.includes("\0"), "must not contain a zero byte");
const id = z.guid("is not the id of a check");

/** A time or an age: `1h`, `2d`, `3mo`, `2026-11-15T12:00:00Z`. */
const point = text.min(1, "must be a time or an age such as 1h");

/** Numbers in a query string arrive as strings. */
const figure = (max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(1, "must be at least 1").max(max, `must be at most ${max}`));

const yes = z
  .enum(["true", "false", "1", "0", ""], "must be true or false")
  .transform((value) => value !== "false" && value !== "0");

const summaryAnswer = z.object({
  runnerName: z.literal("local"),
  checks_summary: z.array(z.custom<CheckSummary>()),
  /** Cursor of this response; a later request sends it as `since` to get the changes. */
  cursor: z.string().optional(),
  /**
   * Checks removed since the cursor. Present only in a response with changes; without it, the response contains all
   * checks.
   */
  removed: z.array(z.string()).optional(),
  /** All open and future windows; a check that an open window selects is in maintenance. */
  maintenance: z.array(z.custom<MaintenanceWindow>()).optional(),
});

export const summary = {
  query: z.object({
    /**
     * The cursor of an earlier response. Only later changes are returned, if the cursor is still valid on the server.
     */
    since: text.optional(),
    /** Number of latest runs that each check includes as `checkStatuses`. */
    checkStatuses: figure(50).optional(),
    includeDeleted: yes.optional(),
  }),
  answer: summaryAnswer,
};

/** Null means absent: existing clients send every key. */
const filter = <T extends z.ZodType>(schema: T) => schema.nullish();

export const findSummary = {
  body: z.strictObject({
    since: filter(text),
    /** The labels that a check or its canary must have. */
    labels: filter(z.record(text, text)),
    checkID: filter(id),
    /** The column to sort by; a leading minus reverses the order. */
    sortBy: filter(text),
    checkStatuses: filter(z.int().min(1).max(50)),
    includeDeleted: filter(z.boolean()),
    /** Includes checks deleted after this time. */
    deleteFrom: filter(z.iso.datetime({ offset: true, error: "must be a time such as 2026-11-15T12:00:00Z" })),
    /** Existing clients send their timeout; it is ignored. */
    timeout: filter(z.unknown()),
  }),
  answer: summaryAnswer,
};

const uptime = z.object({ passed: z.int(), failed: z.int() });
const quantile = z.number().nullable();
const latency = z.object({ p99: quantile, p97: quantile, p95: quantile, p50: quantile, rolling1h: z.number() });

const range = {
  start: point.optional(),
  since: point.optional(),
  end: point.optional(),
  until: point.optional(),
};

const graphPoint = z.object({
  /** Start of the bucket. */
  time: z.string(),
  /** True if a run passed and no run failed; null if no run has a status. */
  status: z.boolean().nullable(),
  /** Mean duration of the runs in the bucket, in milliseconds. */
  duration: z.number().nullable(),
  passed: z.int(),
  failed: z.int(),
  /** Runs that failed because of a fault in Quarterdeck. */
  could_not_check: z.int(),
  in_maintenance: z.int(),
});

export const checkGraph = {
  query: z.object({ check: id, ...range, count: figure(2_000).optional() }),
  answer: z.object({
    duration: z.number(),
    runnerName: z.literal("local"),
    status: z.array(graphPoint),
    latency,
    uptime,
    /** Length of a bucket in seconds. */
    bucket_seconds: z.number(),
    start: z.string(),
    end: z.string(),
  }),
};

export const checkRuns = {
  query: z.object({ check: id.optional(), ...range, count: figure(1_000).optional(), includeMessages: yes.optional() }),
  answer: z.object({
    duration: z.number(),
    runnerName: z.literal("local"),
    checks: z.array(z.custom<CheckSummary & { checkStatuses: readonly CheckRunShown[] }>()),
  }),
};

export const runDetails = {
  query: z.object({
    key: id,
    time: z.iso.datetime({ offset: true, error: "must be a time such as 2026-11-15T12:00:00Z" }),
  }),
  answer: z.custom<Json>(),
};

const when = z.iso.datetime({ offset: true, error: "must be a time such as 2026-11-15T12:00:00Z" });

const bounded = (max: number) => z.string().max(max, `must be at most ${max} characters long`);

export const pushResult = {
  /** Existing clients also send other columns of a check, which are ignored. */
  body: z.looseObject({
    /** Selects the check by its id, or by its canary and its name. */
    id: filter(id),
    canary_id: filter(z.guid("is not the id of a canary")),
    canary_name: filter(text),
    namespace: filter(text),
    name: filter(text),
    type: filter(text),
    /** Whether the check passed. */
    status: z.union([z.boolean(), z.enum(["healthy", "unhealthy"])], "must be true, false, healthy or unhealthy"),
    invalid: filter(z.boolean()),
    time: filter(when),
    /** Milliseconds. */
    duration: filter(z.number().min(0, "must not be negative")),
    message: filter(bounded(100_000)),
    error: filter(bounded(200_000)),
    detail: filter(z.custom<Json>()),
    details: filter(z.custom<Json>()),
    labels: filter(z.record(z.string(), z.string())),
  }),
  answer: z.undefined(),
};

const failure = z.object({ description: z.string(), error: z.string() });

export const runCheckNow = {
  params: z.object({ id }),
  answer: z.object({
    total: z.int(),
    success: z.int(),
    failed: z.int(),
    errors: z.array(failure).readonly(),
    name: z.string(),
    description: z.string().nullable(),
    namespace: z.string().nullable(),
    labels: z.record(z.string(), z.string()),
    start: z.string(),
    /** Milliseconds. */
    duration: z.number(),
    pass: z.boolean(),
    invalid: z.boolean(),
    could_not_check: z.boolean(),
    message: z.string(),
    error: z.string(),
    display_type: z.string().nullable(),
    detail: z.custom<Json>(),
    metrics: z
      .array(
        z.object({
          name: z.string(),
          type: z.enum(["counter", "gauge", "histogram"]),
          labels: z.record(z.string(), z.string()),
          value: z.number(),
        }),
      )
      .readonly(),
    transformed: z.boolean(),
  }),
};

/** More checks than a person would select by hand, but few enough for one transaction. */
const severalChecks = z.array(id.toLowerCase()).min(1, "must name a check").max(1_000, "must be at most 1000 checks");

/** The result of a command on several checks. */
const severalDone = z.object({
  done: z.array(z.object({ id: z.string(), name: z.string() })),
  failed: z.array(z.object({ id: z.string(), name: z.string(), error: z.string() })),
});

export const pauseChecks = {
  body: z.strictObject({
    checks: severalChecks,
    /** The time when the checks resume. If it is not set, the checks stay paused until a resume command. */
    until: when.nullish(),
    reason: bounded(500).nullish(),
  }),
  answer: severalDone,
};

export const resumeChecks = { body: z.strictObject({ checks: severalChecks }), answer: severalDone };

export const previewDeletion = {
  body: z.strictObject({ checks: severalChecks }),
  answer: z.object({
    /** Names of the checks that would be deleted. */
    checks: z.array(z.string()),
    /** Names of the canaries that would be deleted with their last check. */
    canaries: z.array(z.string()),
    /** Recorded runs of these checks. */
    runs: z.int(),
    /** Links of these checks to catalog items and components. */
    relationships: z.int(),
    failed: severalDone.shape.failed,
  }),
};

export const deleteChecks = { body: z.strictObject({ checks: severalChecks }), answer: severalDone };
export const restoreChecks = { body: z.strictObject({ checks: severalChecks }), answer: severalDone };

export const tryCheck = {
  body: z.object({
    /** The canary fields from the form; the canary does not have to be saved. */
    name: text.min(1, "is required"),
    namespace: text.default("default"),
    labels: z.record(z.string(), z.string(), "must be an object with string values").optional(),
    annotations: z.record(z.string(), z.string(), "must be an object with string values").optional(),
    spec: z.record(z.string(), z.unknown(), "must be an object"),
    /** Selects one check of the canary by its type and its index in the list of that type. */
    check: z.object({ type: text.min(1, "is required"), index: z.int().min(0).default(0) }),
  }),
  answer: z.object({
    name: z.string(),
    type: z.string(),
    namespace: z.string(),
    description: z.string().optional(),
    labels: z.record(z.string(), z.string()),
    start: z.string(),
    /** Milliseconds. */
    duration: z.number(),
    pass: z.boolean(),
    invalid: z.boolean(),
    could_not_check: z.boolean(),
    message: z.string(),
    error: z.string(),
    display_type: z.string().optional(),
    detail: z.custom<Json>(),
    /** The data that expressions can read. */
    data: z.custom<Json>(),
    metrics: z.array(z.custom<Json>()),
    /** Checks that the transform of the check created, up to a limit. */
    made_checks: z.array(
      z.object({ name: z.string(), type: z.string(), pass: z.boolean(), message: z.string(), error: z.string() }),
    ),
    made_checks_total: z.int(),
    made_canaries: z.array(z.string()),
  }),
};

export const postWebhook = {
  params: z.object({ name: text }),
  query: z.object({ token: text.optional() }),
  answer: z.object({ message: z.literal("ok") }),
};
