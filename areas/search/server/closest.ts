// What somebody means who is still typing: names that begin with the first word, then names that have it anywhere.
import { beginningOf, loosened, type Selector } from "#language/selector.ts";

export type Closeness = "beginning" | "anywhere";

/** The selector read so; undefined where no word says how names begin, or where the other reading finds the same. */
export function closest(selector: Selector, closeness: Closeness | undefined): Selector | undefined {
  const parts = selector.kind === "all" ? selector.of : [selector];
  const first = parts.find((part) => beginningOf(part) !== undefined);
  if (!first || closeness === undefined) return undefined;
  if (closeness === "anywhere") return loosened(first) === first ? undefined : loosened(selector);
  return { kind: "all", of: [first, ...parts.filter((part) => part !== first).map(loosened)] };
}
