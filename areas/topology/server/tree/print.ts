// Prints the selected components as JSON, in pieces, so that a large response is sent while it is built.
import type { Forest } from "../forest/forest.ts";
import type { Branch, Choices } from "./select.ts";

const pieceLength = 64 * 1024;

/** Roots and their children have all fields, deeper components fewer. */
const fullLevels = 2;

export function* printTree(forest: Forest, branches: readonly Branch[], choices: Choices): Generator<string> {
  let piece = '{"components":';
  function* print(level: readonly Branch[], depth: number): Generator<string> {
    piece += "[";
    for (const [index, { entry, components }] of level.entries()) {
      if (index > 0) piece += ",";
      piece += entry.base;
      if (depth < fullLevels) {
        if (entry.parentId !== null) piece += `,"parent_id":"${entry.parentId}"`;
        for (const name of forest.counts)
          if (entry.counts[name] !== undefined) piece += `,"${name}":${entry.counts[name]}`;
        piece += listOf("parents", parentsOf(forest, entry.id, entry.parentId));
      }
      piece += listOf("team_names", forest.teamNames.get(entry.id));
      piece += listOf("children", childrenOf(forest, entry.id));
      if (components.length > 0) {
        piece += ',"components":';
        yield* print(components, depth + 1);
      }
      piece += "}";
      if (piece.length >= pieceLength) {
        yield piece;
        piece = "";
      }
    }
    piece += "]";
  }
  yield* print(branches, 0);
  const { healthStatuses, teams, tags, types } = choices;
  yield `${piece},${JSON.stringify({ healthStatuses, teams, tags, types }).slice(1)}`;
}

const listOf = (name: string, items: readonly string[] | undefined) =>
  items && items.length > 0 ? `,"${name}":${JSON.stringify(items)}` : "";

function childrenOf(forest: Forest, id: string): readonly string[] | undefined {
  const own = forest.children.get(id);
  const related = forest.related.get(id);
  return own && related ? [...new Set([...own, ...related])] : (own ?? related);
}

function parentsOf(forest: Forest, id: string, parent: string | null): readonly string[] | undefined {
  const related = forest.relatedParents.get(id);
  if (parent === null || !forest.entries.has(parent)) return related;
  return related ? [...new Set([parent, ...related])] : [parent];
}
