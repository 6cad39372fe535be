// Topology on the server.
import type { ServerArea } from "#server/area.ts";
import { defineKind } from "#server/kinds.ts";
import { manifestSchemas } from "#server/schema-files.ts";
import { componentSpec, topologySpec } from "./spec.ts";
import { topologyWrites } from "./writes.ts";

const topologies = defineKind({
  family: "resource",
  type: "topologies",
  title: "Topology",
  icon: "network",
  spec: topologySpec,
});

export const topology: ServerArea = {
  name: "topology",
  writes: topologyWrites,
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
