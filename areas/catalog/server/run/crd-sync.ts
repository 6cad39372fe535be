// With `crdSync`, Quarterdeck resources that a scraper finds in a cluster, such as canaries, are created in the
// database, and are updated and deleted with the cluster. They can only be edited in the cluster.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import type { ManifestFault, ManifestItem, ManifestKind, ManifestName } from "#server/manifests/manifest-kind.ts";
import { fieldIn, isFields } from "../scrape/document.ts";
import type { RunnableScraper } from "./runnable.ts";

/** The prefix of the `source` column of these resources. */
const prefix = "CRDSync:";
const sourceOf = (id: string) => `${prefix}${id}`;

/** The maximum number of resources of one kind. */
const maxResources = 10_000;

export const isCrdSync = ({ spec }: Pick<RunnableScraper, "spec">) => spec["crdSync"] === true;

/** Called after a run. `isWhole` means that the run saw everything, so that missing resources are deleted. */
export async function syncResources(
  system: System,
  { id }: Pick<RunnableScraper, "id">,
  { isWhole }: { isWhole: boolean },
): Promise<{ errors: readonly string[]; deleted: number }> {
  const errors: string[] = [];
  let deleted = 0;
  for (const kind of system.manifests) {
    const { items, faults, warnings, isCut } = await itemsOf(system, kind, id);
    if (isCut)
      faults.push({
        message: `There are more than ${maxResources} resources. The others are neither added nor deleted.`,
      });
    const isBroken = (name: ManifestName) => faults.some(({ of }) => of === undefined || isSame(of, name));
    const applied = await kind.apply(system, {
      source: sourceOf(id),
      items,
      isKept: (name) => !isWhole || isBroken(name),
    });
    deleted += applied.deleted;
    for (const { of, message } of [...faults, ...applied.faults, ...warnings])
      errors.push(`${kind.kind}${of ? ` ${of.namespace}/${of.name}` : ""}: ${message}`);
  }
  return { errors, deleted };
}

async function itemsOf({ db }: Pick<System, "db">, kind: ManifestKind, scraperId: string) {
  const rows = await db.system
    .selectFrom("config_items")
    .select(["name", "config"])
    .where("scraper_id", "=", scraperId)
    .where("type", "=", `MissionControl::${kind.kind}`)
    .where("deleted_at", "is", null)
    .orderBy("path")
    .orderBy("name")
    .orderBy("id")
    .limit(maxResources + 1)
    .execute();
  const items: ManifestItem[] = [];
  const faults: { message: string; of?: ManifestName | undefined }[] = [];
  const warnings: ManifestFault[] = [];
  for (const { name, config } of rows.slice(0, maxResources)) {
    const read = kind.read(asManifest(config), { defaultName: name });
    faults.push(...read.faults);
    warnings.push(...read.warnings);
    for (const item of read.items)
      if (items.some((known) => isSame(known, item)))
        faults.push({ message: "Several scraped resources have this name; only one of them is used.", of: item });
      else items.push(item);
  }
  return { items, faults, warnings, isCut: rows.length > maxResources };
}

/** Removes the fields that only the cluster uses. */
function asManifest(config: unknown): string {
  const metadata = fieldIn(config, "metadata");
  const [name, namespace, labels] = ["name", "namespace", "labels"].map((key) => fieldIn(metadata, key));
  const { apiVersion, kind, spec } = isFields(config) ? config : {};
  return JSON.stringify({ apiVersion, kind, metadata: { name, namespace, labels }, spec });
}

const isSame = (a: ManifestName, b: ManifestName) => a.name === b.name && a.namespace === b.namespace;

/** Deletes the resources of scrapers that are deleted or no longer use `crdSync`. Returns their number. */
export async function endSyncedResources(system: System): Promise<number> {
  let deleted = 0;
  for (const kind of system.manifests) {
    const sources = await kind.sources(system, prefix);
    if (sources.length === 0) continue;
    const rows = await system.db.system
      .selectFrom("config_scrapers")
      .select("id")
      .where("deleted_at", "is", null)
      .where(sql<boolean>`id::text = any (${sources.map((source) => source.slice(prefix.length))})`)
      .where(sql<boolean>`spec -> 'crdSync' = 'true'`)
      .execute();
    const still = new Set(rows.map(({ id }) => sourceOf(id)));
    for (const source of sources.filter((name) => !still.has(name)))
      deleted += (await kind.apply(system, { source, items: [], isKept: () => false })).deleted;
  }
  return deleted;
}
