// What was found for fewer letters, held against the letters that have come since: shown until the answer to these is here,
// so that the list does not blink with every key.
import { fits } from "#language/match.ts";
import { loosened, parseSelector, type Selector } from "#language/selector.ts";
import { Unreadable } from "#language/unreadable.ts";
import type { FoundGroup } from "#console/shell/area.ts";

export function narrow(groups: readonly FoundGroup[], text: string): readonly FoundGroup[] {
  const selector = read(text);
  if (!selector) return groups;
  return groups
    .map(({ title, things }) => ({ title, things: things.filter(({ name }) => mayBe(selector, name)) }))
    .filter(({ things }) => things.length > 0);
}

/** Undefined in the middle of typing something that cannot be read yet. */
function read(text: string): Selector | undefined {
  try {
    return loosened(parseSelector(text));
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

/** By its name alone: what else is asked, the server knows. */
function mayBe(selector: Selector, name: string): boolean {
  if ("of" in selector)
    return selector.kind === "all"
      ? selector.of.every((part) => mayBe(part, name))
      : selector.of.some((part) => mayBe(part, name));
  return selector.kind !== "name" || fits(selector.pattern, name) !== selector.negated;
}
