// The types to choose from: grouped, sorted by title, filtered by the typed text. Pure functions.
import type { KindDescription } from "#language/kinds.ts";

export interface KindGroup {
  name: string;
  /** Whether all types of the group only send messages. */
  isForMessages: boolean;
  kinds: readonly KindDescription[];
}

const byName = new Intl.Collator("en", { sensitivity: "base" });

/** Groups that only send messages come last. */
export function kindGroups(kinds: readonly KindDescription[], typed = ""): readonly KindGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const offered = kinds.filter(({ isHidden = false }) => !isHidden);
  const groups = Map.groupBy(offered, ({ group }) => group ?? "Other");
  return [...groups]
    .map(([name, all]) => ({
      name,
      isForMessages: all.every(({ isForMessages = false }) => isForMessages),
      kinds: all
        .filter((kind) => words.every((word) => textOf(kind).includes(word)))
        .toSorted((a, b) => rankOf(a, words) - rankOf(b, words) || byName.compare(a.title, b.title)),
    }))
    .filter((group) => group.kinds.length > 0)
    .toSorted((a, b) => Number(a.isForMessages) - Number(b.isForMessages) || byName.compare(a.name, b.name));
}

const textOf = ({ title, type, group = "" }: KindDescription) => `${title} ${type} ${group}`.toLowerCase();

/** Types whose name begins with the typed text come first. */
const rankOf = ({ title, type }: KindDescription, [word]: readonly string[]) =>
  word === undefined || title.toLowerCase().startsWith(word) || type.startsWith(word) ? 0 : 1;

/** The best match for the typed text. */
export const firstKind = (groups: readonly KindGroup[], typed: string): KindDescription | undefined => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return groups.flatMap(({ kinds }) => kinds).toSorted((a, b) => rankOf(a, words) - rankOf(b, words))[0];
};
