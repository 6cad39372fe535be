// The HTTP calls that build topologies.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./building.contract.schema.ts";

/** Runs a topology now, independent of its schedule. */
export const runTopology = call<Shape<typeof schema.runTopology>>("POST", "/api/canary/run/topology/{id}");

/**
 * Returns the components that a topology would have, without saving them. Clients that accept `application/x-ndjson`
 * receive the progress as lines of `{"progress": …}`, and last `{"result": …}` or `{"problem": …}`.
 */
export const dryRun = call<Shape<typeof schema.dryRun>>("POST", "/api/topology/dry-run");

/** Proposes topologies for the items in the catalog. */
export const proposals = call<Shape<typeof schema.proposals>>("GET", "/api/topology/proposals");

/** Saves a tree that another server built. */
export const pushTopology = call<Shape<typeof schema.pushTopology>>("POST", "/api/push/topology");

export type TopologyProposal = Shape<typeof schema.proposals>["answer"]["proposals"][number];
export type TopologyDryRun = Shape<typeof schema.dryRun>["answer"];
export type TopologyDryRunProgress = Shape<{ answer: typeof schema.dryRunProgress }>["answer"];
export type TopologyDryRunComponent = TopologyDryRun["components"][number];
