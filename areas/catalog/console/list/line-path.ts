// The link from a summary line to its items, if a URL can represent them.
import { printSearch, type Search } from "#console/url/search.ts";
import type { Filters } from "#console/widgets/filter/filter-set.ts";
import { printTriStates, tagGroup, type TriStates } from "#language/tri-state.ts";
import type { Facet } from "./facet.ts";
import type { SummaryLine } from "./summary-line.ts";

interface LinkOptions {
  facets: readonly Facet[];
  /** Current filters are kept. */
  filters: Pick<Filters, "states">;
  health?: string;
  /** The type and the search of a list, which are kept as well. */
  configType?: string;
  search?: string;
}

export function linePath({ values }: Pick<SummaryLine, "values">, options: LinkOptions): string {
  const { facets, filters, health, configType = "", search: words = "" } = options;
  const search: Search = { ...(configType !== "" && { configType }), ...(words !== "" && { search: words }) };
  const states = {
    tags: filters.states("tags"),
    labels: filters.states("labels"),
    status: filters.states("status"),
    health: filters.states("health"),
    agent: filters.states("agent"),
  };
  facets.forEach((facet, index) => {
    const value = values[index] ?? null;
    if (value === null) return;
    if (facet.type === "tag") states.tags = withOnly(states.tags, `${facet.key}:${value}`);
    else if (facet.type === "label") states.labels = withOnly(states.labels, `${facet.key}:${value}`);
    else if (facet.field === "status" || facet.field === "health" || facet.field === "agent")
      states[facet.field] = new Map([[value, "include"]]);
    else if (facet.field === "type") search["configType"] = value;
    // The list has no filter for the last change, so it is sorted by the last change instead.
    else if (facet.field === "changed") Object.assign(search, { sortBy: "updated_at", sortOrder: "desc" });
  });
  if (health !== undefined) states.health = new Map([[health, "include"]]);
  // The list has no provider filter, but type names contain the provider.
  const provider = facets.findIndex((facet) => facet.type === "field" && facet.field === "config_class");
  const name = values[provider];
  if (search["configType"] === undefined && name) search["search"] = name;
  return `/catalog${printSearch({
    ...search,
    ...Object.fromEntries(Object.entries(states).map(([filter, items]) => [filter, printTriStates(items)])),
  })}`;
}

/** Replaces all values of a key by a single value. */
const withOnly = (states: TriStates, item: string): TriStates =>
  new Map([...[...states].filter(([other]) => tagGroup(other) !== tagGroup(item)), [item, "include"]]);
