// Defines log backends as a resource. They use the common resource editor, with an additional test.
import type { SettingsResource } from "#console/resources/settings-resource.ts";
import { backendColumns } from "./backend-columns.tsx";

export const backendResource: SettingsResource = {
  table: "logging_backends",
  path: "/settings/log-backends",
  integration: "logging_backends",
  title: "Log Backends",
  name: "Log Backend",
  kind: "logging_backend",
  icon: "logs",
  purpose: "A log backend describes systems that store logs, so that they can be searched here.",
  resource: "logging_backends",
  feature: "logs",
  hasLabels: true,
  hiddenColumns: ["labels"],
  columns: backendColumns,
  spec: () => import("./BackendSpec.tsx"),
};
