// Applications on the server: their specs, and the audit report of each.
import type { ServerArea } from "#server/area.ts";
import { defineKind } from "#server/kinds.ts";
import { manifestSchemas } from "#server/schema-files.ts";
import { applicationManifests, manifest } from "./spec/manifests.ts";
import type { ReadView } from "./report/sections.ts";
import { applicationRoutes } from "./routes.ts";
import { applicationSpec } from "./spec/application-spec.ts";
import { applicationWrites } from "./writes.ts";

export type { ReadView, ViewReference } from "./report/sections.ts";

const application = defineKind({
  family: "resource",
  type: "applications",
  title: "Application",
  icon: "app-window",
  spec: applicationSpec,
});

/** `readView` reads the views that reports show as sections. */
export const applicationsWith = (readView: ReadView): ServerArea => ({
  name: "applications",
  routes: (app, system) => applicationRoutes(app, system, readView),
  manifests: [applicationManifests],
  writes: applicationWrites,
  kinds: [application],
  schemas: manifestSchemas({ names: ["application"], ...manifest, spec: applicationSpec }),
});

/** Sections report their views as missing until the area of views provides its reader. */
export const applications = applicationsWith(async () => undefined);
