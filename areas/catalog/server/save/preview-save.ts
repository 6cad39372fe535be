// Previews a save for the dry run: writes everything in one transaction, reads the result and rolls back. The source is
// read before the transaction, up to a limit, to keep the transaction short.
import { sql } from "kysely";
import { newId } from "#lib/uuid/new-id.ts";
import type { Tx } from "#server/db/pool.ts";
import { rolledBack } from "#server/db/rolled-back.ts";
import type { Found } from "../scrape/found.ts";
import type { SaveOptions, SaveTools } from "./save-run.ts";
import { save, type Saved } from "./save.ts";
import type { ChangeRow, ItemRow } from "./stages.ts";

export interface PreviewItem extends Pick<
  ItemRow,
  "id" | "type" | "name" | "health" | "status" | "labels" | "tags" | "config"
> {
  action: "added" | "updated" | "unchanged" | "deleted";
  external_id: readonly string[];
}

export interface PreviewChange extends ChangeRow {
  action: "added" | "counted";
  config_name: string;
  config_type: string;
}

export interface PreviewRelationship {
  config_id: string;
  config_name: string;
  config_type: string;
  related_id: string;
  related_name: string;
  related_type: string;
  /** `hard` for the edge between a parent and its child. */
  relation: string | null;
  is_new: boolean;
}

export interface SavePreview {
  saved: Saved;
  items: readonly PreviewItem[];
  changes: readonly PreviewChange[];
  relationships: readonly PreviewRelationship[];
  /** Whether the source has more items than were read, so that it is unknown which items would be deleted. */
  isCut: boolean;
}

export interface PreviewOptions extends Omit<SaveOptions, "scraper" | "watch"> {
  /** A scraper without an id is not saved yet. */
  scraper: { id?: string | undefined; agentId: string };
  maxItems?: number | undefined;
}

const maxBytes = 16 * 1024 * 1024;
const maxShown = 1_000;

export async function previewSave(
  system: SaveTools,
  found: AsyncIterable<Found>,
  { scraper, maxItems = 500, ...options }: PreviewOptions,
): Promise<SavePreview> {
  const { read, isCut } = await readSome(found, maxItems);
  const items: PreviewItem[] = [];
  const changes: [PreviewChange["action"], ChangeRow][] = [];
  const watch: SaveOptions["watch"] = {
    item: (action, id, { type, name, id: externalId, aliases = [], health, status, labels, tags, config }) =>
      items.push({
        id,
        action,
        type,
        name,
        external_id: [externalId, ...aliases],
        health: health ?? null,
        status: status ?? null,
        labels: labels ?? null,
        tags: tags ?? null,
        config,
      }),
    change: (action, row) => changes.length < maxShown && changes.push([action, row]),
  };
  return rolledBack(system.db, async (tx) => {
    const id = scraper.id ?? (await insertDraft(tx, scraper.agentId));
    const saved = await save({ ...system, db: { ...system.db, system: tx } }, replay(read), {
      ...options,
      scraper: { id, agentId: scraper.agentId },
      isWhole: options.isWhole && !isCut,
      watch,
    });
    return {
      saved,
      items: [...items, ...(await deletedItems(tx, id))],
      changes: await withNames(tx, changes),
      relationships: await relationshipsOf(
        tx,
        items.map((item) => item.id),
      ),
      isCut,
    };
  });
}

async function readSome(found: AsyncIterable<Found>, maxItems: number): Promise<{ read: Found[]; isCut: boolean }> {
  const read: Found[] = [];
  let [items, bytes] = [0, 0];
  for await (const entry of found) {
    if (items >= maxItems || bytes >= maxBytes) return { read, isCut: true };
    read.push(entry);
    if (entry.kind === "item") items += 1;
    bytes += JSON.stringify(entry).length;
  }
  return { read, isCut: false };
}

// oxlint-disable-next-line typescript/require-await
async function* replay(read: readonly Found[]): AsyncGenerator<Found> {
  yield* read;
}

async function insertDraft(tx: Tx, agentId: string): Promise<string> {
  const id = newId();
  await sql`
    insert into config_scrapers (id, name, spec, source, agent_id) values (${id}, ${id}, '{}', 'UI', ${agentId})`.execute(
    tx,
  );
  return id;
}

async function deletedItems(tx: Tx, scraperId: string): Promise<PreviewItem[]> {
  const rows = await tx
    .selectFrom("config_items")
    .select(["id", "type", "name", "external_id", "health", "status", "labels", "tags", "config"])
    .where("scraper_id", "=", scraperId)
    .where("deleted_at", "=", sql<string>`now()`)
    .orderBy("type")
    .orderBy("name")
    .limit(maxShown)
    .execute();
  return rows.map((row) => ({ ...row, action: "deleted", external_id: row.external_id ?? [] }));
}

async function withNames(tx: Tx, changes: readonly [PreviewChange["action"], ChangeRow][]): Promise<PreviewChange[]> {
  const rows = await tx
    .selectFrom("config_items")
    .select(["id", "name", "type"])
    .where("id", "=", sql<string>`any (${changes.map(([, row]) => row.config_id)}::uuid[])`)
    .execute();
  const items = new Map(rows.map((row) => [row.id, row]));
  return changes.map(([action, row]) => {
    const { name = "", type = "" } = items.get(row.config_id) ?? {};
    return { ...row, action, config_name: name, config_type: type };
  });
}

async function relationshipsOf(tx: Tx, ids: readonly string[]): Promise<PreviewRelationship[]> {
  const { rows } = await sql<PreviewRelationship>`
    select e.config_id, f.name as config_name, f.type as config_type, e.related_id, t.name as related_name, t.type as related_type,
           e.relation, greatest(e.created_at, e.updated_at) = now() as is_new
    from   config_relationships e
    join   config_items f on f.id = e.config_id
    join   config_items t on t.id = e.related_id
    where  e.deleted_at is null and (e.config_id = any (${ids}::uuid[]) or e.related_id = any (${ids}::uuid[]))
    order  by f.type, f.name, e.relation, t.name, e.related_id
    limit  ${maxShown}`.execute(tx);
  return rows;
}
