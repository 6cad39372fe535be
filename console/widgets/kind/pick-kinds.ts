// The types to choose from, as they are shown: in groups, by their titles, narrowed by what is typed. Pure.
import type { KindDescription } from "#language/kinds.ts";

export interface KindGroup {
  name: string;
  /** All of them are good for messages and nothing else. */
  isForMessages: boolean;
  kinds: readonly KindDescription[];
}

const byName = new Intl.Collator("en", { sensitivity: "base" });

/** What only sends messages comes last. */
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

/** Whose name begins with what is typed comes first. */
const rankOf = ({ title, type }: KindDescription, [word]: readonly string[]) =>
  word === undefined || title.toLowerCase().startsWith(word) || type.startsWith(word) ? 0 : 1;

/** The one that is meant by what is typed: whose name begins with it, before those that only have it somewhere. */
export const firstKind = (groups: readonly KindGroup[], typed: string): KindDescription | undefined => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return groups.flatMap(({ kinds }) => kinds).toSorted((a, b) => rankOf(a, words) - rankOf(b, words))[0];
};
