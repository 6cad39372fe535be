// Resources of ours that a scraper finds in a cluster, such as canaries: with `crdSync` they become resources here, in step with what
// the cluster has. They are edited there.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import type { ManifestFault, ManifestItem, ManifestKind, ManifestName } from "#server/manifests/manifest-kind.ts";
import { fieldIn, isFields } from "../scrape/document.ts";
import type { RunnableScraper } from "./runnable.ts";

/** What rows say they are from. */
const prefix = "CRDSync:";
const sourceOf = (id: string) => `${prefix}${id}`;

/** Of one kind. */
const most = 10_000;

export const isTakingOver = ({ spec }: Pick<RunnableScraper, "spec">) => spec["crdSync"] === true;

/** After a run; `isWhole` when it saw everything, and what it did not see is gone. */
export async function takeOver(
  system: System,
  { id }: Pick<RunnableScraper, "id">,
  { isWhole }: { isWhole: boolean },
): Promise<{ errors: readonly string[]; deleted: number }> {
  const errors: string[] = [];
  let deleted = 0;
  for (const kind of system.manifests) {
    const { items, faults, warnings, isCut } = await itemsOf(system, kind, id);
    if (isCut) faults.push({ message: `There are more than ${most}. The rest is neither added nor deleted.` });
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
  const { rows } = await sql<{ name: string; config: unknown }>`
    select name, config
    from   config_items
    where  scraper_id = ${scraperId} and type = ${`MissionControl::${kind.kind}`} and deleted_at is null
    order  by path, name, id
    limit  ${most + 1}`.execute(db.system);
  const items: ManifestItem[] = [];
  const faults: { message: string; of?: ManifestName | undefined }[] = [];
  const warnings: ManifestFault[] = [];
  for (const { name, config } of rows.slice(0, most)) {
    const read = kind.read(asManifest(config), { defaultName: name });
    faults.push(...read.faults);
    warnings.push(...read.warnings);
    for (const item of read.items)
      if (items.some((known) => isSame(known, item)))
        faults.push({ message: "There are several of that name in what it scrapes: one of them counts.", of: item });
      else items.push(item);
  }
  return { items, faults, warnings, isCut: rows.length > most };
}

/** Without what only the cluster knows of it. */
function asManifest(config: unknown): string {
  const metadata = fieldIn(config, "metadata");
  const [name, namespace, labels] = ["name", "namespace", "labels"].map((key) => fieldIn(metadata, key));
  const { apiVersion, kind, spec } = isFields(config) ? config : {};
  return JSON.stringify({ apiVersion, kind, metadata: { name, namespace, labels }, spec });
}

const isSame = (one: ManifestName, other: ManifestName) => one.name === other.name && one.namespace === other.namespace;

/** Ends what was taken over by scrapers that are deleted or no longer take over. Returns how many resources. */
export async function endTakenOver(system: System): Promise<number> {
  let deleted = 0;
  for (const kind of system.manifests) {
    const sources = await kind.sources(system, prefix);
    if (sources.length === 0) continue;
    const { rows } = await sql<{ id: string }>`
      select id from config_scrapers
      where  deleted_at is null and id::text = any (${sources.map((source) => source.slice(prefix.length))})
      and    spec -> 'crdSync' = 'true'`.execute(system.db.system);
    const still = new Set(rows.map(({ id }) => sourceOf(id)));
    for (const source of sources.filter((one) => !still.has(one)))
      deleted += (await kind.apply(system, { source, items: [], isKept: () => false })).deleted;
  }
  return deleted;
}
