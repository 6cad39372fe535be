// What the running system says about itself: versions, database, processes, queues and the last job runs.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

/** Needs read on `rbac`. Changes with the relations `processes` and `job_history`. */
export const systemOverview = call<Shape<typeof schema.systemOverview>>("GET", "/api/system");
