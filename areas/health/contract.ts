// The HTTP calls of the health area, except for the data API.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

/**
 * Returns every check in the form that the health page shows, with an ETag. With `since`, returns the changes after an
 * earlier response.
 */
export const summary = call<Shape<typeof schema.summary>>("GET", "/api/canary/api/summary");

/** Returns the same summary for selected checks. */
export const findSummary = call<Shape<typeof schema.findSummary>>("POST", "/api/canary/api/summary");

/** Returns the history of a check in a time span, in at most `count` points. */
export const checkGraph = call<Shape<typeof schema.checkGraph>>("GET", "/api/canary/api/graph");

/** Returns one check, or all checks, with the runs in a time span. */
export const checkRuns = call<Shape<typeof schema.checkRuns>>("GET", "/api/canary/api");

/** Returns the stored details of a run. */
export const runDetails = call<Shape<typeof schema.runDetails>>("GET", "/api/canary/api/details");

/** Stores a result that another system found. */
export const pushResult = call<Shape<typeof schema.pushResult>>("POST", "/api/canary/api/push");

export const runCheckNow = call<Shape<typeof schema.runCheckNow>>("POST", "/api/canary/run/check/{id}");

/** Stops running these checks until they are resumed or the pause ends. */
export const pauseChecks = call<Shape<typeof schema.pauseChecks>>("POST", "/api/canary/api/checks/pause");

export const resumeChecks = call<Shape<typeof schema.resumeChecks>>("POST", "/api/canary/api/checks/resume");

/** Lists the data that would be removed with these checks, without deleting anything. */
export const previewDeletion = call<Shape<typeof schema.previewDeletion>>("POST", "/api/canary/api/checks/deletion");

/** Deletes checks by removing them from their canaries; a canary is deleted with its last check. */
export const deleteChecks = call<Shape<typeof schema.deleteChecks>>("POST", "/api/canary/api/checks/delete");

/** Restores deleted checks, with their history and their credentials. */
export const restoreChecks = call<Shape<typeof schema.restoreChecks>>("POST", "/api/canary/api/checks/restore");

/** Runs a check once as written, without storing it. */
export const tryCheck = call<Shape<typeof schema.tryCheck>>("POST", "/api/canary/try");

/** Called by the system that reports to a webhook check. */
export const postWebhook = call<Shape<typeof schema.postWebhook>>("POST", "/api/canary/webhook/{name}");

export type SummaryAnswer = Shape<typeof schema.summary>["answer"];
export type SeveralDone = Shape<typeof schema.resumeChecks>["answer"];
export type DeletionPreview = Shape<typeof schema.previewDeletion>["answer"];
export type CheckGraph = Shape<typeof schema.checkGraph>["answer"];
export type GraphPoint = CheckGraph["status"][number];
export type CheckRanNow = Shape<typeof schema.runCheckNow>["answer"];
export type CheckTried = Shape<typeof schema.tryCheck>["answer"];
