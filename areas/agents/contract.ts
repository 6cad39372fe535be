// Creating agents, and the protocol by which agents send what they find and fetch what they should run.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

export const generateAgent = call<Shape<typeof schema.generateAgent>>("POST", "/api/agent/generate");
/** Replaces the token of an agent; the earlier tokens stop working after a minute. */
export const renewToken = call<Shape<typeof schema.renewToken>>("POST", "/api/agent/token");

/** Agents use these paths below /upstream and below /api/upstream. */
export const upstreamPrefixes = ["/upstream", "/api/upstream"] as const;

export const ping = call<Shape<typeof schema.ping>>("GET", "/ping");
export const push = call<Shape<typeof schema.push>>("POST", "/push");
export const remove = call<Shape<typeof schema.remove>>("DELETE", "/push");
export const pullCanaries = call<Shape<typeof schema.pull>>("GET", "/canary/pull");
export const pullScrapers = call<Shape<typeof schema.pull>>("GET", "/scrapeconfig/pull");
export const pullTopologies = call<Shape<typeof schema.pull>>("GET", "/topology/pull");
/** Has a body with the versions that the agent has. */
export const pullConnections = call<Shape<typeof schema.pullConnections>>("POST", "/connection/pull");
/** Waits up to 45 seconds for an action. */
export const playbookAction = call<Shape<typeof schema.playbookAction>>("GET", "/playbook-action");
export const playbookOutput = call<Shape<typeof schema.playbookOutput>>("POST", "/playbook-action/{id}/output");
export const pushArtifact = call<Shape<typeof schema.pushArtifact>>("POST", "/artifacts/{id}");

/** The name of the runs in the job history with which an agent reports what the server refuses to send to it. */
export const refusalsRun = "Receive resources from the server";

export type GeneratedAgent = Shape<typeof schema.generateAgent>["answer"];
