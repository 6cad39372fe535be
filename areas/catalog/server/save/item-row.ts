// Converts an item to a row of config_items and compares it with the stored row.
import type { Json } from "#language/columns.ts";
import { isSame } from "../../normal-text.ts";
import type { Item } from "../scrape/found.ts";
import type { KnownItem } from "./known-items.ts";

export interface ItemRow {
  id: string;
  type: string;
  external_id: readonly string[];
  config_class: string;
  name: string;
  config: Json;
  status: string | null;
  health: string | null;
  ready: boolean | null;
  description: string | null;
  icon: string | null;
  source: string | null;
  labels: Json;
  tags: Json;
  properties: Json;
  cost_per_minute: number | null;
  cost_total_1d: number | null;
  cost_total_7d: number | null;
  cost_total_30d: number | null;
  created_at: string | null;
  deleted_at: string | null;
  delete_reason: string | null;
}

/** Properties and the creation time are taken from `known` if the item does not have them. */
export function rowOf(item: Item, id: string, known?: KnownItem): ItemRow {
  const { costs = {} } = item;
  return {
    id,
    type: item.type,
    external_id: [...new Set([item.id, ...(item.aliases ?? [])])],
    config_class: item.class,
    name: item.name,
    config: item.config,
    status: textOf(item.status),
    health: item.health ?? null,
    ready: item.isReady ?? null,
    description: textOf(item.description),
    icon: textOf(item.icon),
    source: textOf(item.source),
    labels: item.labels ?? null,
    tags: item.tags ?? null,
    properties: (item.properties ?? known?.properties ?? null) as Json,
    cost_per_minute: cents(costs.perMinute),
    cost_total_1d: cents(costs.total1d),
    cost_total_7d: cents(costs.total7d),
    cost_total_30d: cents(costs.total30d),
    created_at: item.createdAt?.toISOString() ?? known?.created_at ?? null,
    deleted_at: item.deletedAt?.toISOString() ?? null,
    delete_reason: item.deletedAt ? (item.deleteReason ?? "FROM_ATTRIBUTE") : null,
  };
}

const textOf = (text: string | undefined) => (text === undefined || text === "" ? null : text);

/** Rounds to the precision of the column, so that a stored value compares equal. */
const cents = (amount: number | undefined) =>
  amount === undefined || !Number.isFinite(amount) ? null : Math.round(amount * 10_000) / 10_000;

const plain = [
  "type",
  "config_class",
  "name",
  "status",
  "health",
  "ready",
  "description",
  "icon",
  "source",
  "cost_per_minute",
  "cost_total_1d",
  "cost_total_7d",
  "cost_total_30d",
  "delete_reason",
] as const satisfies readonly (keyof ItemRow & keyof KnownItem)[];
const documents = ["external_id", "labels", "tags", "properties"] as const satisfies readonly (keyof ItemRow)[];

/** Compares everything except the document. */
export const fieldsDiffer = (row: ItemRow, known: KnownItem): boolean =>
  plain.some((name) => row[name] !== known[name]) ||
  documents.some((name) => !isSame(row[name], known[name] as Json)) ||
  moment(row.created_at) !== moment(known.created_at) ||
  (row.deleted_at === null) !== (known.deleted_at === null);

const moment = (text: string | null) => (text === null ? null : Date.parse(text));
