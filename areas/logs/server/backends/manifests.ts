// Reads log backends from manifest files, and stores them.
import { localAgent } from "#language/local-agent.ts";
import { problem } from "#language/problem.ts";
import { defineManifest } from "#server/manifests/manifest-kind.ts";
import { readResources, type ReadOptions, type ReadResource } from "#server/manifests/read-resources.ts";
import { storedResources } from "#server/manifests/stored-resources.ts";
import { logBackendSpec } from "./spec.ts";

export const manifest = { kind: "LogBackend", apiVersion: "mission-control.flanksource.com/v1" };

export const readLogBackends = (text: string, options: ReadOptions = {}) =>
  readResources(
    text,
    { kind: manifest.kind, group: "mission-control.flanksource.com/", noun: "log backend", spec: logBackendSpec },
    options,
  );

export const logBackendManifests = defineManifest<ReadResource>({
  kind: manifest.kind,
  resource: "logging_backend",
  read: readLogBackends,
  ...storedResources({
    table: "logging_backends",
    schema: logBackendSpec,
    columns: ({ labels }) => ({ labels }),
    // A search selects a backend by its name.
    async refuse(tx, { name, namespace }) {
      const taken = await tx
        .selectFrom("logging_backends")
        .select("source")
        .where("name", "=", name)
        .where("agent_id", "=", localAgent)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      if (taken)
        throw problem.conflict(
          `There is already a log backend ${name}, from ${taken.source}. Rename ${namespace}/${name} or the existing log backend.`,
        );
    },
  }),
});
