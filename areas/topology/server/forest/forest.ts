// Components with their parents and children, as a response shows them: of now (copy.ts) or of an earlier time
// (../history).
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
  parentId: string | null;
  createdAt: string;
  updatedAt: string | null;
  /** The fields as JSON, without the last brace. */
  base: string;
  /** Further fields of roots and their direct children, as JSON with a leading comma; empty if there are none. */
  extra: string;
}

export interface Forest {
  entries: ReadonlyMap<string, TreeEntry>;
  /** The children by relationship, of each parent. */
  related: ReadonlyMap<string, readonly string[]>;
  /** The parents by relationship, of each child. */
  relatedParents: ReadonlyMap<string, readonly string[]>;
  teamNames: ReadonlyMap<string, readonly string[]>;
  /** The ids of the children by parent, and of the components without one. */
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

/** The part of a forest that an actor may read. */
export function visiblePart(forest: Forest, visible: ReadonlySet<string>): Forest {
  const entries = new Map([...forest.entries].filter(([id]) => visible.has(id)));
  // The counts of a component alone come from rows that the actor may not read.
  for (const [id, entry] of entries) entries.set(id, { ...entry, extra: parentOnly(entry) });
  const only = (lists: Forest["related"]) =>
    new Map(
      [...lists]
        .filter(([id]) => visible.has(id))
        .map(([id, others]) => [id, others.filter((other) => visible.has(other))]),
    );
  return {
    entries,
    related: only(forest.related),
    relatedParents: only(forest.relatedParents),
    teamNames: forest.teamNames,
    children: groupByParent(entries),
  };
}

const parentOnly = ({ parentId }: TreeEntry) => (parentId === null ? "" : `,"parent_id":${JSON.stringify(parentId)}`);

const parsed = new WeakMap<TreeEntry, Properties>();

/** Parsed on demand: only a sorted field and the public page need them. */
export function propertiesOf(entry: TreeEntry): Properties {
  let known = parsed.get(entry);
  if (!known) {
    known = (JSON.parse(`${entry.base}}`) as { properties?: Properties }).properties ?? [];
    parsed.set(entry, known);
  }
  return known;
}
