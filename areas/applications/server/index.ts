// Applications on the server.
import type { ServerArea } from "#server/area.ts";
import { manifestSchemas } from "#server/schema-files.ts";
import { applicationSpec } from "./spec.ts";
import { applicationWrites } from "./writes.ts";

export const applications: ServerArea = {
  name: "applications",
  writes: applicationWrites,
  schemas: manifestSchemas({
    names: ["application"],
    kind: "Application",
    apiVersion: "mission-control.flanksource.com/v1",
    spec: applicationSpec,
  }),
};
