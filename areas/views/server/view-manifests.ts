// Stores views from manifest files.
import { sql } from "kysely";
import { problem } from "#language/problem.ts";
import { defineManifest } from "#server/manifests/manifest-kind.ts";
import { readResources, type ReadOptions, type ReadResource } from "#server/manifests/read-resources.ts";
import { storedResources } from "#server/manifests/stored-resources.ts";
import { viewSpec } from "./spec/view-spec.ts";

export const manifest = { kind: "View", apiVersion: "mission-control.flanksource.com/v1" };

export const readViews = (text: string, options: ReadOptions = {}) =>
  readResources(
    text,
    { kind: manifest.kind, group: "mission-control.flanksource.com/", noun: "view", spec: viewSpec },
    options,
  );

export const viewManifests = defineManifest<ReadResource>({
  kind: manifest.kind,
  resource: "view",
  read: readViews,
  ...storedResources({
    table: "views",
    schema: viewSpec,
    columns: ({ labels }) => ({ labels }),
    // The URL of a view contains its namespace and name, so both must be unique.
    async refuse(tx, { name, namespace }) {
      const { rows } = await sql<{ source: string }>`
        select source
        from   views
        where  name = ${name} and coalesce(namespace, 'default') = ${namespace} and deleted_at is null`.execute(tx);
      if (rows[0])
        throw problem.conflict(
          `A view ${namespace}/${name} from ${rows[0].source} already exists. Rename one of the two views.`,
        );
    },
  }),
});
