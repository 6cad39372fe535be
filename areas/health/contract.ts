// What is asked of health beside its rows.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

/** Every check as the health page shows it, with an ETag; with `since`, what changed after an earlier answer. */
export const summary = call<Shape<typeof schema.summary>>("GET", "/api/canary/api/summary");

/** The same of some checks. */
export const findSummary = call<Shape<typeof schema.findSummary>>("POST", "/api/canary/api/summary");

/** How a check did in a span of time, in at most `count` points. */
export const checkGraph = call<Shape<typeof schema.checkGraph>>("GET", "/api/canary/api/graph");

/** A check, or all of them, with its runs in a span of time. */
export const checkRuns = call<Shape<typeof schema.checkRuns>>("GET", "/api/canary/api");

/** What one run left behind. */
export const runDetails = call<Shape<typeof schema.runDetails>>("GET", "/api/canary/api/details");

/** Stores what somebody else found out. */
export const pushResult = call<Shape<typeof schema.pushResult>>("POST", "/api/canary/api/push");

export const runCheckNow = call<Shape<typeof schema.runCheckNow>>("POST", "/api/canary/run/check/{id}");

/** Stops running these checks until they are resumed or the pause ends. */
export const pauseChecks = call<Shape<typeof schema.pauseChecks>>("POST", "/api/canary/api/checks/pause");

export const resumeChecks = call<Shape<typeof schema.resumeChecks>>("POST", "/api/canary/api/checks/resume");

/** What a deletion of these checks would remove, without deleting anything. */
export const previewDeletion = call<Shape<typeof schema.previewDeletion>>("POST", "/api/canary/api/checks/deletion");

/** Deletes checks by removing them from their canaries; a canary goes with its last check. */
export const deleteChecks = call<Shape<typeof schema.deleteChecks>>("POST", "/api/canary/api/checks/delete");

/** Brings deleted checks back, with their history and their credentials. */
export const restoreChecks = call<Shape<typeof schema.restoreChecks>>("POST", "/api/canary/api/checks/restore");

/** Runs a check once as it is written, without storing it. */
export const tryCheck = call<Shape<typeof schema.tryCheck>>("POST", "/api/canary/try");

/** For the system that a webhook check waits for. */
export const tellWebhook = call<Shape<typeof schema.tellWebhook>>("POST", "/api/canary/webhook/{name}");

export type SummaryAnswer = Shape<typeof schema.summary>["answer"];
export type SeveralDone = Shape<typeof schema.resumeChecks>["answer"];
export type DeletionPreview = Shape<typeof schema.previewDeletion>["answer"];
export type CheckGraph = Shape<typeof schema.checkGraph>["answer"];
export type GraphPoint = CheckGraph["status"][number];
export type CheckRanNow = Shape<typeof schema.runCheckNow>["answer"];
export type CheckTried = Shape<typeof schema.tryCheck>["answer"];
