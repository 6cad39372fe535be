// Stores applications from manifest files: one row per application, with the file as its source. An application removed
// from its file is deleted. If it returns, its row is restored.
import { sql } from "kysely";
import { problem } from "#language/problem.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { Tx } from "#server/db/pool.ts";
import { applyFile } from "#server/manifests/apply-file.ts";
import { defineManifest, type ManifestName, type ManifestStores } from "#server/manifests/manifest-kind.ts";
import { readResources, type ReadOptions, type ReadResource } from "#server/manifests/read-resources.ts";
import { writeDocument } from "#server/spec/sealed-columns.ts";
import { applicationSpec } from "./application-spec.ts";

export const manifest = { kind: "Application", apiVersion: "mission-control.flanksource.com/v1" };

export const applicationManifests = defineManifest<ReadResource>({
  kind: manifest.kind,
  resource: "application",
  read: (text: string, options: ReadOptions) =>
    readResources(
      text,
      { kind: manifest.kind, group: "mission-control.flanksource.com/", noun: "application", spec: applicationSpec },
      options,
    ),

  apply: (stores, { source, ...file }) =>
    applyFile(file, {
      present: () => presentOf(stores.db.system, source),
      write: (item) => write(stores, source, item),
      async end(id) {
        await sql`update applications set deleted_at = now() where id = ${id}`.execute(stores.db.system);
      },
    }),

  async sources({ db }, prefix) {
    const { rows } = await sql<{ source: string }>`
      select distinct source from applications where source like ${`${prefix}%`} and deleted_at is null`.execute(
      db.system,
    );
    return rows.map(({ source }) => source);
  },
});

async function presentOf(db: ManifestStores["db"]["system"], source: string) {
  const { rows } = await sql<ManifestName & { id: string }>`
    select id, name, coalesce(namespace, 'default') as namespace
    from   applications
    where  source = ${source} and deleted_at is null`.execute(db);
  return rows;
}

interface Known {
  id: string;
  source: string;
  deleted_at: string | null;
  spec: unknown;
  spec_secrets: string | null;
}

async function findKnown(tx: Tx, { name, namespace }: ManifestName, source: string): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select id, source, deleted_at, spec, spec_secrets
    from   applications
    where  name = ${name} and coalesce(namespace, 'default') = ${namespace}
    and    (deleted_at is null or source like 'file:%')
    order  by deleted_at is null desc, source = ${source} desc, deleted_at desc
    limit  1`.execute(tx);
  const [known] = rows;
  if (known?.deleted_at === null && known.source !== source)
    throw problem.conflict(
      `An application ${namespace}/${name} from ${known.source} already exists. Rename one of the two applications.`,
    );
  return known;
}

async function write(
  { db, secrets }: Pick<ManifestStores, "db" | "secrets">,
  source: string,
  { name, namespace, labels, spec: sent }: ReadResource,
): Promise<void> {
  await db.system.transaction().execute(async (tx) => {
    const known = await findKnown(tx, { name, namespace }, source);
    const id = known?.id ?? newId();
    const { spec, spec_secrets: sealed } = writeDocument(
      secrets,
      { table: "applications", id, column: "spec" },
      { schema: applicationSpec, sent, stored: known && { masked: known.spec, sealed: known.spec_secrets } },
    );
    await sql`
      insert into applications (id, name, namespace, labels, source, spec, spec_secrets)
      values (${id}, ${name}, ${namespace}, ${JSON.stringify(labels)}::jsonb, ${source}, ${JSON.stringify(spec)}::jsonb,
              ${sealed})
      on conflict (id) do update
      set    labels = excluded.labels, source = excluded.source, spec = excluded.spec,
             spec_secrets = excluded.spec_secrets, deleted_at = null`.execute(tx);
  });
}
