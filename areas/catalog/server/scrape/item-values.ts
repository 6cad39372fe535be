// The variables that expressions can use, with the names that existing manifests use.
import type { Json } from "#language/columns.ts";
import type { Values } from "#lib/expression/compile.ts";
import type { Item } from "./found.ts";

export interface ScraperNamed {
  id: string;
  name: string;
  namespace: string;
  labels: Readonly<Record<string, string>>;
}

/** An item whose fields are not complete yet. */
export type Draft = { [Key in Exclude<keyof Item, "config">]?: Item[Key] | undefined } & { config: Json };

/** Removes the names, changes and insights that apply only to the whole document, not to its parts. */
export const asPart = (draft: Draft): Draft => ({ ...draft, ...withoutOwnFields });

const withoutOwnFields = {
  id: undefined,
  name: undefined,
  rowId: undefined,
  aliases: undefined,
  changes: undefined,
  insights: undefined,
};

export function valuesOf(draft: Draft, scraper: ScraperNamed): Values {
  const { id = "", name = "", type = "", class: kind = "", config } = draft;
  const item = {
    id,
    external_id: id,
    name,
    type,
    config_type: type,
    class: kind,
    config_class: kind,
    status: draft.status ?? "",
    health: draft.health ?? "",
    ready: draft.isReady ?? false,
    description: draft.description ?? "",
    icon: draft.icon ?? "",
    source: draft.source ?? "",
    labels: draft.labels ?? {},
    tags: draft.tags ?? {},
    properties: draft.properties ?? [],
    aliases: draft.aliases ?? [],
    locations: draft.locations ?? [],
    created_at: draft.createdAt?.toISOString() ?? "",
    deleted_at: draft.deletedAt?.toISOString() ?? "",
    config,
  };
  return { ...item, result: item, scraper };
}
