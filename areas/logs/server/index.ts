// Log backends on the server.
import type { ServerArea } from "#server/area.ts";
import { defineKind } from "#server/kinds.ts";
import { manifestSchemas } from "#server/schema-files.ts";
import { logBackendSpec } from "./spec.ts";
import { logWrites } from "./writes.ts";

const logBackend = defineKind({
  family: "resource",
  type: "logging_backends",
  title: "Log Backend",
  icon: "logs",
  spec: logBackendSpec,
});

export const logs: ServerArea = {
  name: "logs",
  writes: logWrites,
  kinds: [logBackend],
  // Existing consoles load this schema as logging_config.
  schemas: manifestSchemas({
    names: ["logging_backend", "logging_config"],
    kind: "LogBackend",
    apiVersion: "mission-control.flanksource.com/v1",
    spec: logBackendSpec,
  }),
};
