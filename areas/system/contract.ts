// What the running system says about itself: versions, database, processes, queues and the last job runs.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

/** Needs read on `rbac`. Changes with the relations `processes` and `job_history`. */
export const systemOverview = call<Shape<typeof schema.systemOverview>>("GET", "/api/system");

type Overview = Shape<typeof schema.systemOverview>["answer"];
export type SystemProcess = Overview["processes"][number];
export type SystemQueue = Overview["queues"][number];
export type SystemRun = Overview["runs"][number];

/** Which version answers. The union of what clients of either generation read. */
export const about = call<Shape<typeof schema.about>>("GET", "/api/about");
export const canaryAbout = call<Shape<typeof schema.about>>("GET", "/api/canary/about");

/** Whether a text is an expression, told without running it. */
export const checkExpression = call<Shape<typeof schema.checkExpression>>("POST", "/api/expressions/check");
/** What an expression can call, for whoever writes one. */
export const expressionFunctions = call<Shape<typeof schema.expressionFunctions>>("GET", "/api/expressions/functions");
