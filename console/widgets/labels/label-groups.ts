// Groups labels and properties by prefix for the sidebar, and keeps related entries together.
import type { Labels } from "#language/columns.ts";

export interface GroupLine<Value> {
  label: string;
  value: Value;
  /** A related label, shown directly after this label. */
  second?: { label: string; value: Value };
}

export interface PrefixGroup<Value> {
  /** Empty for labels without a prefix. */
  title: string;
  lines: readonly GroupLine<Value>[];
}

const pairs: readonly (readonly [string, string])[] = [
  ["region", "zone"],
  ["vpc", "subnet"],
  ["os", "arch"],
  ["version", "part-of"],
];

/** Labels that are left out, since the name of the item is in the header. */
const NAMES = new Set(["name", "Name"]);

export const groupLabels = (labels: Labels): PrefixGroup<string>[] =>
  groupByPrefix(
    Object.entries(labels)
      .filter(([key]) => !NAMES.has(key))
      .sort(([a], [b]) => compare(a, b)),
  );

/** The groups are sorted by title; the entries of a group keep their order. */
export function groupByPrefix<Value>(entries: readonly (readonly [key: string, value: Value])[]): PrefixGroup<Value>[] {
  const parted = entries.map(([key, value]) => ({ ...partsOf(key), value }));
  return [...Map.groupBy(parted, ({ title }) => title)]
    .map(([title, lines]) => ({ title, lines: pairedUp(lines) }))
    .sort((a, b) => compare(a.title, b.title));
}

/** Splits at the first `/` or `:`, unless one of the parts would be empty. */
function partsOf(key: string): { title: string; label: string } {
  const at = key.search(/[/:]/);
  return at > 0 && at < key.length - 1
    ? { title: key.slice(0, at), label: key.slice(at + 1) }
    : { title: "", label: key };
}

function pairedUp<Value>(lines: readonly { label: string; value: Value }[]): GroupLine<Value>[] {
  const byLabel = new Map(lines.map((line) => [line.label, line.value]));
  const hasBoth = pairs.filter((pair) => pair.every((label) => byLabel.has(label)));
  const seconds = new Map(hasBoth);
  const taken = new Set(hasBoth.map(([, second]) => second));
  return lines
    .filter(({ label }) => !taken.has(label))
    .map(({ label, value }) => {
      const second = seconds.get(label);
      return second === undefined
        ? { label, value }
        : { label, value, second: { label: second, value: byLabel.get(second)! } };
    });
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
