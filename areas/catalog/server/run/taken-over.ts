// Resources of ours that a scraper finds in a cluster, such as canaries: with `crdSync` they become resources here, in step with what
// the cluster has. They are edited there.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import type { ManifestItem, ManifestKind, ManifestName } from "#server/manifests/manifest-kind.ts";
import { fieldIn, isFields } from "../scrape/document.ts";
import type { RunnableScraper } from "./runnable.ts";

/** What rows say they are from. */
const prefix = "CRDSync:";
const sourceOf = (id: string) => `${prefix}${id}`;

/** Of one kind. */
const most = 10_000;

export const isTakingOver = ({ spec }: Pick<RunnableScraper, "spec">) => spec["crdSync"] === true;

/** After a run; `isWhole` when it saw everything, and what it did not see is gone. Returns what is wrong with some. */
export async function takeOver(
  system: System,
  { id }: Pick<RunnableScraper, "id">,
  { isWhole }: { isWhole: boolean },
): Promise<string[]> {
  const errors: string[] = [];
  for (const kind of system.manifests) {
    const { items, faults } = await itemsOf(system, kind, id);
    const isBroken = (name: ManifestName) => faults.some(({ of }) => of !== undefined && isSame(of, name));
    const applied = await kind.apply(system, {
      source: sourceOf(id),
      items,
      isKept: (name) => !isWhole || isBroken(name),
    });
    for (const { of, message } of [...faults, ...applied.faults])
      errors.push(`${kind.kind}${of ? ` ${of.namespace}/${of.name}` : ""}: ${message}`);
  }
  return errors;
}

async function itemsOf({ db }: Pick<System, "db">, kind: ManifestKind, scraperId: string) {
  const { rows } = await sql<{ name: string; config: unknown }>`
    select name, config
    from   config_items
    where  scraper_id = ${scraperId} and type = ${`MissionControl::${kind.kind}`} and deleted_at is null
    order  by path, name, id
    limit  ${most}`.execute(db.system);
  const items: ManifestItem[] = [];
  const faults: { message: string; of?: ManifestName | undefined }[] = [];
  for (const { name, config } of rows) {
    const read = kind.read(asManifest(config), { usualName: name });
    faults.push(...read.faults);
    for (const item of read.items)
      if (items.some((known) => isSame(known, item)))
        faults.push({ message: "There are several of that name in what it scrapes: one of them counts.", of: item });
      else items.push(item);
  }
  return { items, faults };
}

/** Without what only the cluster knows of it. */
function asManifest(config: unknown): string {
  const metadata = fieldIn(config, "metadata");
  const [name, namespace, labels] = ["name", "namespace", "labels"].map((key) => fieldIn(metadata, key));
  const { apiVersion, kind, spec } = isFields(config) ? config : {};
  return JSON.stringify({ apiVersion, kind, metadata: { name, namespace, labels }, spec });
}

const isSame = (one: ManifestName, other: ManifestName) => one.name === other.name && one.namespace === other.namespace;

/** What scrapers took over that are gone, or do so no more. */
export async function endTakenOver(system: System): Promise<void> {
  for (const kind of system.manifests) {
    const sources = await kind.sources(system, prefix);
    if (sources.length === 0) continue;
    const { rows } = await sql<{ id: string }>`
      select id from config_scrapers
      where  deleted_at is null and id::text = any (${sources.map((source) => source.slice(prefix.length))})
      and    spec -> 'crdSync' = 'true'`.execute(system.db.system);
    const still = new Set(rows.map(({ id }) => sourceOf(id)));
    for (const source of sources.filter((one) => !still.has(one)))
      await kind.apply(system, { source, items: [], isKept: () => false });
  }
}
