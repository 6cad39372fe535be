// Selects the components of a response, with their children. Branches without a match are left out. A component is left
// out below itself, so that cycles end.
import type { Forest, TreeEntry } from "../forest/forest.ts";
import { orderOf } from "./order.ts";
import { filtersOf, type Filters, type TreeQuery } from "./query.ts";

export interface Branch {
  entry: TreeEntry;
  components: readonly Branch[];
}

/** A shared component occurs below each of its parents, so without this limit a response could become too large. */
const maxBranches = 100_000;

export function selectBranches(forest: Forest, query: TreeQuery, most = maxBranches): readonly Branch[] {
  const filters = filtersOf(query, forest.teamNames);
  if (query.id !== undefined && !forest.entries.has(query.id)) return [];
  const rootIds = query.id === undefined ? (forest.children.get(null) ?? []) : [query.id];
  if (query.flatten) return flatBranches(forest, query, filters, rootIds);
  const compare = orderOf(query);
  const path = new Set<string>();
  let count = 0;

  function childIdsOf(id: string): readonly string[] {
    const own = forest.children.get(id) ?? [];
    const related = forest.related.get(id);
    return related ? [...new Set([...own, ...related])] : own;
  }

  function branch(id: string, level: number, isInside: boolean): Branch | undefined {
    const entry = forest.entries.get(id);
    if (!entry || path.has(id) || count >= most) return undefined;
    const isRequested = level === 0 && query.id !== undefined;
    if (!isRequested && entry.hidden && !filters.showsHidden) return undefined;
    const isSelected = isInside || isRequested || (filters.isSelected?.(entry) ?? true);
    count += 1;
    path.add(id);
    const components = branches(
      childIdsOf(id),
      level + 1,
      isSelected && !isRequested && filters.isSelected !== undefined,
    );
    path.delete(id);
    const isInState = isRequested || (filters.isInState?.(entry) ?? true);
    if (!(isSelected && isInState) && components.length === 0) return undefined;
    // If a match is deeper than the requested depth, its ancestors are shown, but the match itself is not.
    return { entry, components: level >= query.depth ? [] : components };
  }

  /** Without filters, levels that are not shown need not be visited. */
  const isFiltered = filters.isSelected !== undefined || filters.isInState !== undefined;
  const maxVisited = isFiltered ? Math.max(query.depth, 10) : query.depth;

  function branches(ids: readonly string[], level: number, isInside: boolean): Branch[] {
    if (level > maxVisited) return [];
    const found = ids.flatMap((id) => branch(id, level, isInside) ?? []);
    return found.length > 1 ? found.sort((one, other) => compare(one.entry, other.entry)) : found;
  }

  return branches(rootIds, 0, false);
}

/** All selected components in one list, each once. */
function flatBranches(
  forest: Forest,
  query: TreeQuery,
  filters: Filters,
  rootIds: readonly string[],
): readonly Branch[] {
  const seen = new Set(rootIds);
  let level = rootIds;
  for (let depth = 0; depth < query.depth && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const id of level)
      for (const child of [...(forest.children.get(id) ?? []), ...(forest.related.get(id) ?? [])])
        if (!seen.has(child)) {
          seen.add(child);
          next.push(child);
        }
    level = next;
  }
  return [...seen]
    .flatMap((id) => forest.entries.get(id) ?? [])
    .filter(
      (entry) =>
        (filters.showsHidden || !entry.hidden) &&
        (filters.isSelected?.(entry) ?? true) &&
        (filters.isInState?.(entry) ?? true),
    )
    .toSorted(orderOf(query))
    .map((entry) => ({ entry, components: [] }));
}

/** The filter choices come from all components, so that a chosen filter does not hide the other choices. */
export interface Choices {
  healthStatuses: string[];
  teams: string[];
  tags: Record<string, string[]>;
  types: string[];
}

const known = new WeakMap<Forest, Choices>();

export function choicesOf(forest: Forest): Choices {
  let choices = known.get(forest);
  if (!choices) {
    choices = findChoices(forest);
    known.set(forest, choices);
  }
  return choices;
}

function findChoices({ entries, teamNames }: Forest): Choices {
  const [statuses, teams, types] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const tags = new Map<string, Set<string>>();
  for (const { id, status, health, type, labels } of entries.values()) {
    if (status !== "") statuses.add(status);
    if (health !== null) statuses.add(health);
    if (type !== null && type !== "") types.add(type);
    for (const team of teamNames.get(id) ?? []) teams.add(team);
    for (const [key, value] of Object.entries(labels ?? {})) {
      const values = tags.get(key);
      if (values) values.add(value);
      else tags.set(key, new Set([value]));
    }
  }
  return {
    healthStatuses: [...statuses].toSorted(),
    teams: [...teams].toSorted(),
    tags: Object.fromEntries(
      [...tags]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, values]) => [key, [...values].toSorted()]),
    ),
    types: [...types].toSorted(),
  };
}
