// Defines topologies as a resource. They use the common resource editor.
import type { SettingsResource } from "#console/resources/settings-resource.ts";

export const topologies: SettingsResource = {
  table: "topologies",
  list: "topologies_with_status",
  path: "/settings/topologies",
  savedPath: "/settings/integrations",
  integration: "topologies",
  title: "Topology",
  name: "Topology",
  kind: "topology",
  icon: "network",
  purpose: "A topology shows the systems that you run, with their parts and their health.",
  resource: "topologies",
  feature: "settings.topology",
  namespace: "default",
  hasLabels: true,
  runsOnAgents: true,
  hasJobs: true,
  hasSchedule: true,
  spec: () => import("./TopologySpec.tsx"),
};

export const BUILD_PATH = "/settings/topologies/build";
