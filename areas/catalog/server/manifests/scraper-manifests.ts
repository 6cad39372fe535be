// Stores scrapers from manifest files: one row per scraper, with the file as its source. A scraper removed from its file
// is deleted. If it returns, in this or a different file, its row is restored, so that its items keep their history.
import type { Json } from "#language/columns.ts";
import { localAgent } from "#language/local-agent.ts";
import type { System } from "#server/area.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { Tx } from "#server/db/pool.ts";
import { applyFile } from "#server/manifests/apply-file.ts";
import { findDeleted } from "#server/manifests/find-deleted.ts";
import { defineManifest, type ManifestStores } from "#server/manifests/manifest-kind.ts";
import { readResources, type ReadOptions, type ReadResource } from "#server/manifests/read-resources.ts";
import { writeDocument } from "#server/spec/sealed-columns.ts";
import { syncTurn } from "../run/turns.ts";
import type { ScraperSpec } from "../spec/scraper.ts";

export const readScrapers = (text: string, spec: ScraperSpec, options: ReadOptions = {}) =>
  readResources(text, { kind: "ScrapeConfig", group: "configs.flanksource.com/", noun: "scraper", spec }, options);

export const scraperManifestsWith = (spec: ScraperSpec) =>
  defineManifest<ReadResource>({
    kind: "ScrapeConfig",
    resource: "config_scraper",
    read: (text, options) => readScrapers(text, spec, options),

    apply: (system, { source, ...file }) =>
      applyFile(file, {
        present: () => presentOf(system.db.system, source),
        write: (item) => write(system, { source, schema: spec }, item),
        end: (id) => end(system, id),
      }),

    async sources({ db }, prefix) {
      const rows = await db.system
        .selectFrom("config_scrapers")
        .select("source")
        .distinct()
        .where("source", "like", `${prefix}%`)
        .where("agent_id", "=", localAgent)
        .where("deleted_at", "is", null)
        .execute();
      return rows.map(({ source }) => source);
    },
  });

async function presentOf(db: Tx | System["db"]["system"], source: string) {
  const rows = await db
    .selectFrom("config_scrapers")
    .select(["id", "name", "namespace"])
    .where("source", "=", source)
    .where("agent_id", "=", localAgent)
    .where("deleted_at", "is", null)
    .execute();
  return rows.map(({ id, name, namespace }) => ({ id, name, namespace: namespace ?? "default" }));
}

async function write(
  system: ManifestStores,
  { source, schema }: { source: string; schema: ScraperSpec },
  { name, namespace, spec }: ReadResource,
): Promise<void> {
  await system.db.system.transaction().execute(async (tx) => {
    const present = (await presentOf(tx, source)).find((row) => row.name === name && row.namespace === namespace);
    const known = present ?? (await findDeleted(tx, "config_scrapers", { name, namespace, source }));
    const stored =
      known &&
      (await tx
        .selectFrom("config_scrapers")
        .select(["spec", "spec_secrets"])
        .where("id", "=", known.id)
        .executeTakeFirst());
    const id = known?.id ?? newId();
    const written = writeDocument(
      system.secrets,
      { table: "config_scrapers", id, column: "spec" },
      { schema, sent: spec, stored: stored && { masked: stored.spec, sealed: stored.spec_secrets } },
    ) as { spec: Json; spec_secrets: string | null };
    const row = known
      ? await tx
          .updateTable("config_scrapers")
          .set({ ...written, source, deleted_at: null })
          .where("id", "=", known.id)
          .returningAll()
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto("config_scrapers")
          .values({ id, name, namespace, source, ...written })
          .returningAll()
          .executeTakeFirstOrThrow();
    await syncTurn(tx, row);
  });
}

async function end(system: ManifestStores, id: string): Promise<void> {
  await system.db.system.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable("config_scrapers")
      .set({ deleted_at: new Date().toISOString() })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await syncTurn(tx, row);
  });
}
