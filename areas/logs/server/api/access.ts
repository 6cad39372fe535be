// Grants access to logs to everyone who may read log backends, if the feature is enabled.
import type { System } from "#server/area.ts";

export const readLogs = { action: "read", resource: "logging_backends" } as const;

export const requireLogs = async ({ features }: Pick<System, "features">, what: string) =>
  features.require("logs", what);
