// Topology on the server.
import type { ServerArea } from "#server/area.ts";
import { defineKind } from "#server/kinds.ts";
import { topologySpec } from "./spec.ts";
import { topologyWrites } from "./writes.ts";

const topologies = defineKind({
  family: "resource",
  type: "topologies",
  title: "Topology",
  icon: "network",
  spec: topologySpec,
});

export const topology: ServerArea = { name: "topology", writes: topologyWrites, kinds: [topologies] };
