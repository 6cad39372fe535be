// Views on the server: pages that users define.
import type { ServerArea } from "#server/area.ts";
import { defineKind } from "#server/kinds.ts";
import { manifestSchemas } from "#server/schema-files.ts";
import { viewSpec } from "./spec.ts";
import { viewWrites } from "./writes.ts";

const view = defineKind({ family: "resource", type: "views", title: "View", icon: "layout-dashboard", spec: viewSpec });

export const views: ServerArea = {
  name: "views",
  writes: viewWrites,
  kinds: [view],
  schemas: manifestSchemas({
    names: ["view"],
    kind: "View",
    apiVersion: "mission-control.flanksource.com/v1",
    spec: viewSpec,
  }),
};
