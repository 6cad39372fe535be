// Topology on the server.
import type { ServerArea } from "#server/area.ts";
import { defineKind } from "#server/kinds.ts";
import { manifestSchemas } from "#server/schema-files.ts";
import { rollUpLoop } from "./health/roll-up-loop.ts";
import { retainComponentHistory } from "./history/retain.ts";
import { linksKeeper } from "./links/links-keeper.ts";
import { ownTopology } from "./run/own-topology.ts";
import { buildingRoutes } from "./run/routes.ts";
import { topologyJob } from "./run/topology-job.ts";
import { topologyManifests } from "./run/topology-manifests.ts";
import { topologyTurns } from "./run/turns.ts";
import { snapshotRoutes } from "./snapshot/routes.ts";
import { componentSpec, topologySpec } from "./spec.ts";
import { createTreeCopy } from "./forest/copy.ts";
import { whyTool } from "./tools.ts";
import { createReaderTrees } from "./tree/reader-trees.ts";
import { treeRoutes } from "./tree/routes.ts";
import { whyRoutes } from "./why/routes.ts";
import { topologyWrites } from "./writes.ts";

export { Budget, collectChecks, collectConfigs, type Rows } from "./snapshot/collect.ts";
export { fileOf, sendZip, zipOf } from "./snapshot/zip.ts";
export { explain } from "./why/explain.ts";

const topologies = defineKind({
  family: "resource",
  type: "topologies",
  title: "Topology",
  icon: "network",
  spec: topologySpec,
});

const problems = ["component.unhealthy", "component.warning", "component.unknown"];

export const topology: ServerArea = {
  name: "topology",
  routes(app, system) {
    buildingRoutes(app, system);
    const copy = createTreeCopy(system);
    const readers = createReaderTrees(system, copy);
    treeRoutes(app, system, copy, readers);
    snapshotRoutes(app, system, readers);
    whyRoutes(app, system);
  },
  jobs: [topologyJob, retainComponentHistory],
  services: [ownTopology, topologyTurns.sender(topologyJob, (id) => ({ topology_id: id })), linksKeeper, rollUpLoop],
  manifests: [topologyManifests],
  events: [
    { name: "component.healthy", title: "Component healthy", ends: problems },
    { name: "component.unhealthy", title: "Component unhealthy", isProblem: true },
    { name: "component.warning", title: "Component has a warning", isProblem: true },
    { name: "component.unknown", title: "Component health unknown", isProblem: true },
  ],
  writes: topologyWrites,
  mcp: { tools: [whyTool] },
  kinds: [topologies],
  schemas: [
    ...manifestSchemas({
      names: ["topology"],
      kind: "Topology",
      apiVersion: "canaries.flanksource.com/v1",
      spec: topologySpec,
    }),
    { name: "component", title: "Component of a Topology", schema: componentSpec },
    { name: "component.spec", title: "Component of a Topology", schema: componentSpec },
  ],
};
