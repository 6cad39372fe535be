// The hypotheses of an incident as a tree of at most three levels: root, factor, solution.
import { hypothesisTypes, type HypothesisType, typeBelow } from "../parts/incident-words.ts";

interface Node {
  id: string;
  parent_id: string | null;
  type: HypothesisType;
  created_at: string;
}

export interface Branch<Of extends Node> {
  hypothesis: Of;
  children: readonly Branch<Of>[];
}

/** Oldest first. A hypothesis whose parent is missing, or that is its own ancestor, is shown at the top. */
export function treeOf<Of extends Node>(hypotheses: readonly Of[]): readonly Branch<Of>[] {
  const sorted = hypotheses.toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  const byId = new Map(sorted.map((hypothesis) => [hypothesis.id, hypothesis]));
  const isTop = ({ id, parent_id }: Of) =>
    parent_id === null || !byId.has(parent_id) || ancestorsOf(byId, parent_id).includes(id);
  const branch = (hypothesis: Of): Branch<Of> => ({
    hypothesis,
    children: sorted.filter((other) => other.parent_id === hypothesis.id && !isTop(other)).map(branch),
  });
  return sorted.filter(isTop).map(branch);
}

/** The hypothesis itself and all its ancestors. The list stops at a cycle. */
function ancestorsOf<Of extends Node>(byId: ReadonlyMap<string, Of>, id: string): string[] {
  const path: string[] = [];
  for (let at: string | null = id; at !== null && !path.includes(at); at = byId.get(at)?.parent_id ?? null)
    path.push(at);
  return path;
}

export interface Move {
  id: string;
  parent_id: string | null;
  type: HypothesisType;
}

/**
 * The changes that move a hypothesis under another hypothesis, or to the top: its parent and type, and the types of its
 * descendants, because the type depends on the level. Undefined if the hypothesis is already there, or if the tree
 * would have more than three levels.
 */
export function moveOf<Of extends Node>(
  hypotheses: readonly Of[],
  id: string,
  parentId: string | null,
): readonly Move[] | undefined {
  const byId = new Map(hypotheses.map((hypothesis) => [hypothesis.id, hypothesis]));
  const moved = byId.get(id);
  const parent = parentId === null ? undefined : byId.get(parentId);
  if (!moved || moved.parent_id === parentId || (parentId !== null && !parent)) return undefined;
  if (parentId !== null && ancestorsOf(byId, parentId).includes(id)) return undefined;
  const type = parent ? typeBelow(parent.type) : hypothesisTypes[0];
  if (type === undefined) return undefined;
  const moves: Move[] = [{ id, parent_id: parentId, type }];
  for (const { id: above, type: typeAbove } of moves)
    for (const child of hypotheses.filter((other) => other.parent_id === above && other.id !== id)) {
      const below = typeBelow(typeAbove);
      if (below === undefined) return undefined;
      if (!moves.some((move) => move.id === child.id)) moves.push({ id: child.id, parent_id: above, type: below });
    }
  return moves.filter((move) => {
    const before = byId.get(move.id);
    return before?.type !== move.type || before.parent_id !== move.parent_id;
  });
}

/** The parent after one step to the right: the nearest hypothesis above it on the same level. */
export function previousSibling<Of extends Node>(tree: readonly Branch<Of>[], id: string): string | undefined {
  const at = tree.findIndex(({ hypothesis }) => hypothesis.id === id);
  if (at >= 0) return tree[at - 1]?.hypothesis.id;
  for (const { children } of tree) {
    const found = previousSibling(children, id);
    if (found !== undefined) return found;
  }
  return undefined;
}
