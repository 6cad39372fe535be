// Where a line of the summary leads: to the items that it stands for, as far as an address can say which.
import { printSearch, type Search } from "#console/url/search.ts";
import type { Filters } from "#console/widgets/filter/filter-set.ts";
import { printTriStates, tagGroup, type TriStates } from "#language/tri-state.ts";
import type { Facet } from "./facet.ts";
import type { SummaryLine } from "./summary-line.ts";

interface Leading {
  facets: readonly Facet[];
  /** What is filtered already stays. */
  filters: Pick<Filters, "states">;
  health?: string;
}

export function linePath({ values }: Pick<SummaryLine, "values">, { facets, filters, health }: Leading): string {
  const search: Search = {};
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
    // No filter either: what changed last comes first.
    else if (facet.field === "changed") Object.assign(search, { sortBy: "updated_at", sortOrder: "desc" });
  });
  if (health !== undefined) states.health = new Map([[health, "include"]]);
  // A provider is no filter, but its name is in the types that it provides.
  const provider = facets.findIndex((facet) => facet.type === "field" && facet.field === "config_class");
  const name = values[provider];
  if (search["configType"] === undefined && name) search["search"] = name;
  return `/catalog${printSearch({
    ...search,
    ...Object.fromEntries(Object.entries(states).map(([filter, of]) => [filter, printTriStates(of)])),
  })}`;
}

/** Of that key nothing but the one value. */
const withOnly = (states: TriStates, item: string): TriStates =>
  new Map([...[...states].filter(([other]) => tagGroup(other) !== tagGroup(item)), [item, "include"]]);
