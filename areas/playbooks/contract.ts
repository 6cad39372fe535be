// The HTTP calls of playbooks, except for the data API.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

/**
 * Returns the playbooks that the caller may run and that apply to the given resource, or all if no resource is given.
 */
export const listPlaybooks = call<Shape<typeof schema.listPlaybooks>>("GET", "/api/playbook/list");

/** Returns the parameters of a playbook, with defaults and properties rendered for a resource. */
export const playbookParams = call<Shape<typeof schema.playbookParams>>("POST", "/api/playbook/{id}/params");

/** Returns what each action of a run would do, without starting it. */
export const planRun = call<Shape<typeof schema.planRun>>("POST", "/api/playbook/{id}/plan");

/** Renders the form and the plan of a playbook that may be unsaved. It runs nothing. */
export const tryPlaybook = call<Shape<typeof schema.tryPlaybook>>("POST", "/api/playbook/plan");

/** Returns sample playbooks, which work on the machine that runs Quarterdeck. */
export const galleryOfPlaybooks = call<Shape<typeof schema.galleryOfPlaybooks>>("GET", "/api/playbook/gallery");

export const runPlaybook = call<Shape<typeof schema.runPlaybook>>("POST", "/api/playbook/run");

export const playbookRun = call<Shape<typeof schema.playbookRun>>("GET", "/api/playbook/run/{id}");

/** Returns a run with its playbook and its actions. */
export const runState = call<Shape<typeof schema.runState>>("GET", "/api/playbook/run/{id}/status");

/** Approves the plan of a run: the plan with this hash, or else the stored plan. */
export const approveRun = call<Shape<typeof schema.approveRun>>("POST", "/api/playbook/run/approve/{run_id}");

export const cancelRun = call<Shape<typeof schema.cancelRun>>("POST", "/api/playbook/run/cancel/{run_id}");

/** Starts the playbook again, with the parameters and the resource of a run. */
export const rerun = call<Shape<typeof schema.rerun>>("POST", "/api/playbook/run/rerun/{run_id}");

/**
 * Streams the output of an action as JSON lines, starting at a byte offset: `{"offset": 0, "text": "…"}`, and at the
 * end `{"offset": 9, "end": "action"}`. A stream that ends with "time" continues with a new request.
 */
export const actionOutput = call<Shape<typeof schema.actionOutput>>("GET", "/api/playbook/action/{id}/output");

/** Called by an external system, which authenticates with the method that the playbook specifies. */
export const receiveWebhook = call<Shape<typeof schema.receiveWebhook>>("POST", "/api/playbook/webhook/{path}");
export const receiveWebhookGet = call<Shape<typeof schema.receiveWebhook>>("GET", "/api/playbook/webhook/{path}");

/** Returns the latest events, as examples for trigger filters. */
export const recentEvents = call<Shape<typeof schema.recentEvents>>("GET", "/api/playbook/events");

export type { PlannedAction, PlaybookRun, RunnablePlaybook } from "./contract.schema.ts";
