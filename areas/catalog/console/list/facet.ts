// Facets to group items by. Existing URLs write a tag as `key__tag`, a label as `key__label`, and the provider, which
// is the first part of a type, as `config_class`.
import type { FilterOption } from "#console/widgets/filter/filter-set.ts";
import { titleOf } from "#lib/text/words.ts";

export const fields = ["config_class", "type", "status", "health", "changed", "agent"] as const;
export type Field = (typeof fields)[number];

export type Facet = { type: "field"; field: Field } | { type: "tag"; key: string } | { type: "label"; key: string };

export const STANDARD: readonly Facet[] = [
  { type: "field", field: "config_class" },
  { type: "field", field: "type" },
];

/** Unknown facets are left out, because URLs may be edited by hand. */
export function parseFacets(text: string): Facet[] {
  const facets = text.split(",").flatMap((item): Facet[] => {
    const field = fields.find((name) => name === item);
    if (field !== undefined) return [{ type: "field", field }];
    const [, key, type] = /^(.+)__(tag|label)$/s.exec(item) ?? [];
    return key === undefined ? [] : [{ type: type as "tag" | "label", key: unescape(key) }];
  });
  const known = new Set<string>();
  return facets.filter((facet) => !known.has(printFacet(facet)) && known.add(printFacet(facet)));
}

export const printFacets = (facets: readonly Facet[]) => facets.map(printFacet).join(",");

export const printFacet = (facet: Facet) =>
  facet.type === "field" ? facet.field : `${escape(facet.key)}__${facet.type}`;

/** Commas separate the facets in a URL. */
const escape = (key: string) => key.replaceAll("%", "%25").replaceAll(",", "%2C");
const unescape = (key: string) => key.replaceAll("%2C", ",").replaceAll("%25", "%");

/** The name of the facet in the summary API; undefined for the provider, which the API does not support. */
export function apiName(facet: Facet): string | undefined {
  if (facet.type !== "field") return `${facet.type}:${facet.key}`;
  return facet.field === "config_class" ? undefined : facet.field;
}

const titles: Partial<Record<Field, string>> = { config_class: "Provider", changed: "Changed" };

export const facetTitle = (facet: Facet) =>
  facet.type === "field" ? (titles[facet.field] ?? titleOf(facet.field)) : facet.key;

/** Fields first, then tags, then labels, each sorted by title. */
export function facetOptions(offered: readonly Field[], keys: readonly string[] | undefined): FilterOption[] {
  const carried = (keys ?? []).flatMap((name): Facet[] => {
    const [, type, key] = /^(tag|label):(.+)$/s.exec(name) ?? [];
    return key === undefined ? [] : [{ type: type as "tag" | "label", key }];
  });
  const byTitle = (a: Facet, b: Facet) => facetTitle(a).localeCompare(facetTitle(b), "en");
  const tags = carried.filter(({ type }) => type === "tag").sort(byTitle);
  const labels = carried.filter(({ type }) => type === "label").sort(byTitle);
  return [
    ...offered.map((field): FilterOption => ({ value: field, label: facetTitle({ type: "field", field }) })),
    ...[...tags, ...labels].map((facet) => ({
      value: printFacet(facet),
      label: `${facetTitle(facet)} (${facet.type})`,
    })),
  ];
}
