// Stores plugins from manifest files: one row per plugin, with the file as its source. A plugin removed from its file
// is deleted.
import type { Json } from "#language/columns.ts";
import type { System } from "#server/area.ts";
import { newId } from "#lib/uuid/new-id.ts";
import { writeDocument } from "#server/spec/sealed-columns.ts";
import { applyFile } from "#server/manifests/apply-file.ts";
import { defineManifest } from "#server/manifests/manifest-kind.ts";
import { readResources, type ReadOptions, type ReadResource } from "#server/manifests/read-resources.ts";
import { pluginSpec } from "../spec/plugin.ts";

export const readPlugins = (text: string, options: ReadOptions = {}) =>
  readResources(
    text,
    { kind: "ScrapePlugin", group: "configs.flanksource.com/", noun: "plugin", spec: pluginSpec },
    options,
  );

export const pluginManifests = defineManifest<ReadResource>({
  kind: "ScrapePlugin",
  resource: "scrape_plugin",
  read: readPlugins,

  apply: ({ db, secrets }, { source, ...file }) =>
    applyFile(file, {
      present: () => presentOf(db, source),
      write: (item) => write({ db, secrets }, source, item),
      async end(id) {
        await db.system
          .updateTable("scrape_plugins")
          .set({ deleted_at: new Date().toISOString() })
          .where("id", "=", id)
          .execute();
      },
    }),

  async sources({ db }, prefix) {
    const rows = await db.system
      .selectFrom("scrape_plugins")
      .select("source")
      .distinct()
      .where("source", "like", `${prefix}%`)
      .where("deleted_at", "is", null)
      .execute();
    return rows.map(({ source }) => source);
  },
});

const presentOf = ({ system }: System["db"], source: string) =>
  system
    .selectFrom("scrape_plugins")
    .select(["id", "name", "namespace", "spec", "spec_secrets"])
    .where("source", "=", source)
    .where("deleted_at", "is", null)
    .execute();

/** Needs no lock: names are unique within a file, and only one process applies a file. */
async function write(
  { db, secrets }: Pick<System, "db" | "secrets">,
  source: string,
  { name, namespace, spec }: ReadResource,
): Promise<void> {
  const known = (await presentOf(db, source)).find((row) => row.name === name && row.namespace === namespace);
  const id = known?.id ?? newId();
  const written = writeDocument(
    secrets,
    { table: "scrape_plugins", id, column: "spec" },
    { schema: pluginSpec, sent: spec, stored: known && { masked: known.spec, sealed: known.spec_secrets } },
  ) as { spec: Json; spec_secrets: string | null };
  if (known) await db.system.updateTable("scrape_plugins").set(written).where("id", "=", known.id).execute();
  else
    await db.system
      .insertInto("scrape_plugins")
      .values({ id, name, namespace, source, ...written })
      .execute();
}
