// Components with their parents and children, in the form that responses show: the current components (copy.ts) or the
// components of an earlier time (../history).
import type { Labels, Properties } from "#language/columns.ts";

export interface TreeEntry {
  id: string;
  name: string;
  type: string | null;
  status: string;
  health: string | null;
  owner: string | null;
  labels: Labels | null;
  agentId: string;
  hidden: boolean;
  order: number | null;
  parentId: string | null;
  createdAt: string;
  updatedAt: string | null;
  /** The fields as JSON, without the last brace. */
  base: string;
  /** This component's own counts, as JSON. Responses show them on roots and their direct children. */
  counts: Readonly<Partial<Record<CountName, string>>>;
}

export const countNames = ["checks", "incidents", "analysis"] as const;
export type CountName = (typeof countNames)[number];

export interface Forest {
  entries: ReadonlyMap<string, TreeEntry>;
  /** The related children of each parent. */
  related: ReadonlyMap<string, readonly string[]>;
  /** The related parents of each child. */
  relatedParents: ReadonlyMap<string, readonly string[]>;
  teamNames: ReadonlyMap<string, readonly string[]>;
  /** The counts that a response may show. */
  counts: readonly CountName[];
  /** The ids of the children by parent, and of the components without a parent. */
  children: ReadonlyMap<string | null, readonly string[]>;
}

/** Groups the entries by parent. A component whose parent is missing counts as a root, so that it stays reachable. */
export function groupByParent(entries: ReadonlyMap<string, TreeEntry>): Map<string | null, string[]> {
  const children = new Map<string | null, string[]>();
  for (const { id, parentId } of entries.values()) {
    const parent = parentId !== null && entries.has(parentId) ? parentId : null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(id);
    else children.set(parent, [id]);
  }
  return children;
}

/** The parts of a forest that an actor may read. */
export interface Visible {
  /** The ids of the components, including deleted components; undefined if all components are visible. */
  ids: ReadonlySet<string> | undefined;
  counts: readonly CountName[];
  hasTeams: boolean;
}

export function visiblePart(forest: Forest, { ids: visible, counts, hasTeams }: Visible): Forest {
  const shown = { ...forest, counts, teamNames: hasTeams ? forest.teamNames : new Map<string, string[]>() };
  if (visible === undefined) return shown;
  const entries = new Map([...forest.entries].filter(([id]) => visible.has(id)));
  const only = (lists: Forest["related"]) =>
    new Map(
      [...lists]
        .filter(([id]) => visible.has(id))
        .map(([id, others]) => [id, others.filter((other) => visible.has(other))]),
    );
  return {
    ...shown,
    entries,
    related: only(forest.related),
    relatedParents: only(forest.relatedParents),
    children: groupByParent(entries),
  };
}

const parsed = new WeakMap<TreeEntry, Properties>();

/** Parsed on demand: only sorting by a field and the public page need them. */
export function propertiesOf(entry: TreeEntry): Properties {
  let known = parsed.get(entry);
  if (!known) {
    known = (JSON.parse(`${entry.base}}`) as { properties?: Properties }).properties ?? [];
    parsed.set(entry, known);
  }
  return known;
}
