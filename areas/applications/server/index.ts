// The server part of applications: their specs and their audit reports.
import type { ServerArea } from "#server/area.ts";
import { defineKind } from "#server/kinds.ts";
import { manifestSchemas } from "#server/schema-files.ts";
import { applicationManifests, manifest } from "./spec/manifests.ts";
import { applicationRoutes } from "./routes.ts";
import { applicationSpec } from "./spec/application-spec.ts";
import { applicationWrites } from "./writes.ts";

const application = defineKind({
  family: "resource",
  type: "applications",
  title: "Application",
  icon: "app-window",
  spec: applicationSpec,
});

export const applications: ServerArea = {
  name: "applications",
  routes: applicationRoutes,
  manifests: [applicationManifests],
  writes: applicationWrites,
  kinds: [application],
  schemas: manifestSchemas({ names: ["application"], ...manifest, spec: applicationSpec }),
};
