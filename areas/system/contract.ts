// The state of the running system: versions, database, processes, queues and the last job runs.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

/** Requires the right to read `rbac`. The result changes when the tables `processes` and `job_history` change. */
export const systemOverview = call<Shape<typeof schema.systemOverview>>("GET", "/api/system");

type Overview = Shape<typeof schema.systemOverview>["answer"];
export type SystemProcess = Overview["processes"][number];
export type SystemQueue = Overview["queues"][number];
export type SystemRun = Overview["runs"][number];

/** The version of the server, with the fields that older and newer clients read. */
export const about = call<Shape<typeof schema.about>>("GET", "/api/about");
export const canaryAbout = call<Shape<typeof schema.about>>("GET", "/api/canary/about");

/** Validates an expression without running it. */
export const checkExpression = call<Shape<typeof schema.checkExpression>>("POST", "/api/expressions/check");
/** The functions that expressions can call, for editors. */
export const expressionFunctions = call<Shape<typeof schema.expressionFunctions>>("GET", "/api/expressions/functions");
