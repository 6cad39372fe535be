// Reads topologies from manifest files, and stores them.
import { localAgent } from "#language/local-agent.ts";
import { problem } from "#language/problem.ts";
import { defineManifest } from "#server/manifests/manifest-kind.ts";
import { readResources, type ReadOptions, type ReadResource } from "#server/manifests/read-resources.ts";
import { storedResources } from "#server/manifests/stored-resources.ts";
import { topologySpec } from "../spec.ts";
import { topologyTurns } from "./turns.ts";

export const readTopologies = (text: string, options: ReadOptions = {}) =>
  readResources(
    text,
    { kind: "Topology", group: "canaries.flanksource.com/", noun: "topology", spec: topologySpec },
    options,
  );

export const topologyManifests = defineManifest<ReadResource>({
  kind: "Topology",
  resource: "topology",
  read: readTopologies,
  ...storedResources({
    table: "topologies",
    schema: topologySpec,
    columns: ({ labels }) => ({ labels }),
    async refuse(tx, { name, namespace }) {
      const taken = await tx
        .selectFrom("topologies")
        .select("source")
        .where("name", "=", name)
        .where("namespace", "=", namespace)
        .where("agent_id", "=", localAgent)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      if (taken)
        throw problem.conflict(
          `There is already a topology ${namespace}/${name}, from ${taken.source}. Rename one of them.`,
        );
    },
    after: topologyTurns.sync,
  }),
});
