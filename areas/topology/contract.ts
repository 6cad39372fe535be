// The HTTP calls of the topology area, except for the data API.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

/** Returns components as a tree, now or at an earlier time, with an ETag. */
export const topology = call<Shape<typeof schema.topology>>("GET", "/api/canary/api/topology");

/** Returns a zip file with a component, everything below it, its config items and checks, and its log lines. */
export const snapshotTopology = call<Shape<typeof schema.snapshotTopology>>("GET", "/api/snapshot/topology/{id}");

/** Returns the same file at the path that existing clients use. */
export const snapshotTopologyBefore = call<Shape<typeof schema.snapshotTopology>>("GET", "/api/canary/topology/{id}");

/** Returns a zip file with a config item and its insights. */
export const snapshotConfig = call<Shape<typeof schema.snapshotConfig>>("GET", "/api/snapshot/config/{id}");

export type TopologyAnswer = Shape<typeof schema.topology>["answer"];
