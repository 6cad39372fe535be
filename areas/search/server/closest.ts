// Search as you type: first names that begin with the first word, then names that contain it, then resources that
// contain the words anywhere.
import { beginningOf, loosened, type Selector } from "#lib/selector/selector.ts";

export type Closeness = "beginning" | "anywhere" | "within";

/**
 * Returns the selector for this closeness; undefined if the selector has no word that a name can begin with, or if a
 * closer search finds the same resources.
 */
export function closest(selector: Selector, closeness: Closeness | undefined): Selector | undefined {
  const parts = selector.kind === "all" ? selector.of : [selector];
  const first = parts.find((part) => beginningOf(part) !== undefined);
  if (!first || closeness === undefined) return undefined;
  if (closeness === "within") return within(selector);
  if (closeness === "anywhere") return loosened(first) === first ? undefined : loosened(selector);
  return { kind: "all", of: [first, ...parts.filter((part) => part !== first).map(loosened)] };
}

function within(selector: Selector): Selector {
  if ("of" in selector) return { ...selector, of: selector.of.map(within) };
  const start = beginningOf(selector);
  return start === undefined || selector.kind !== "name"
    ? selector
    : { kind: "is", path: ["text"], match: { include: [[start]], exclude: [] }, negated: false, at: selector.at };
}
