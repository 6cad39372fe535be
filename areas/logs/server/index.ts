// Logs on the server: log backends and log searches.
import type { ServerArea } from "#server/area.ts";
import { defineKind } from "#server/kinds.ts";
import { manifestSchemas } from "#server/schema-files.ts";
import { logRoutes } from "./api/routes.ts";
import { logBackendManifests, manifest } from "./backends/manifests.ts";
import { ownLog } from "./backends/own-log.ts";
import { readers } from "./readers/index.ts";
import { logBackendSpec } from "./backends/spec.ts";
import { logTools } from "./tools.ts";
import { logWrites } from "./writes.ts";

export type { LogLine } from "../contract.ts";
export { readLogs } from "./api/access.ts";
export { linesOfComponent } from "./api/component-lines.ts";
export { searchLogs } from "./api/search-logs.ts";
export { readLines, type Reading } from "./lines/read-lines.ts";
export { readers as logReaders } from "./readers/index.ts";
export { lineFields } from "./source/entry-fields.ts";
export type { LogQuery, LogReader, LogSource, ReaderRun } from "./source/reader.ts";

const logBackend = defineKind({
  family: "resource",
  type: "logging_backends",
  title: "Log Backend",
  icon: "logs",
  spec: logBackendSpec,
});

export const logs: ServerArea = {
  name: "logs",
  routes: logRoutes,
  services: [ownLog],
  manifests: [logBackendManifests],
  writes: logWrites,
  mcp: { tools: logTools },
  kinds: [logBackend, ...readers],
  // Existing consoles load this schema as logging_config.
  schemas: manifestSchemas({ names: ["logging_backend", "logging_config"], ...manifest, spec: logBackendSpec }),
};
