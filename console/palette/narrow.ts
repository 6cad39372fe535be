// Filters earlier results by the text typed since then. The filtered results are shown until the new results arrive, so
// that the list does not flicker with every key.
import { fits } from "#lib/text/match.ts";
import { loosened, parseSelector, type Selector } from "#lib/selector/selector.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import type { FoundGroup } from "#console/shell/area.ts";

export function narrow(groups: readonly FoundGroup[], text: string): readonly FoundGroup[] {
  const selector = read(text);
  if (!selector) return groups;
  return groups
    .map(({ title, things }) => ({ title, things: things.filter(({ name }) => mayMatch(selector, name)) }))
    .filter(({ things }) => things.length > 0);
}

/** Undefined while the typed text is incomplete. */
function read(text: string): Selector | undefined {
  try {
    return loosened(parseSelector(text));
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

/** Checks only the name, because only the server can check the other conditions. */
function mayMatch(selector: Selector, name: string): boolean {
  if ("of" in selector)
    return selector.kind === "all"
      ? selector.of.every((part) => mayMatch(part, name))
      : selector.of.some((part) => mayMatch(part, name));
  return selector.kind !== "name" || fits(selector.pattern, name) !== selector.negated;
}
