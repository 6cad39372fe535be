// The server part of views, which are pages that users define with queries.
import type { ServerArea } from "#server/area.ts";
import { defineKind } from "#server/kinds.ts";
import { manifestSchemas } from "#server/schema-files.ts";
import { viewRoutes } from "./api/routes.ts";
import { viewMcp } from "./api/tools.ts";
import { viewSpec } from "./spec/view-spec.ts";
import { manifest, viewManifests } from "./view-manifests.ts";
import { viewWrites } from "./writes.ts";

export type { ViewAnswer } from "../contract.ts";
export { readView } from "./api/served-view.ts";

const view = defineKind({ family: "resource", type: "views", title: "View", icon: "layout-dashboard", spec: viewSpec });

export const views: ServerArea = {
  name: "views",
  routes: viewRoutes,
  mcp: viewMcp,
  writes: viewWrites,
  manifests: [viewManifests],
  kinds: [view],
  schemas: manifestSchemas({ names: ["view"], ...manifest, spec: viewSpec }),
};
