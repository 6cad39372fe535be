// Two runs beside each other, part by part and line by line.
import type { Pair, Part } from "./run-parts.ts";

export interface ComparedPair {
  name: string;
  left: string | undefined;
  right: string | undefined;
  isSame: boolean;
  /** How much longer the right one took, in milliseconds. */
  longerBy: number | undefined;
}

export type Compared = { id: string; title: string; isSame: boolean } & (
  | { kind: "pairs"; pairs: readonly ComparedPair[] }
  | { kind: "text"; left: string; right: string; language: "json" | "text" }
);

/** In the order of the left one, then what only the right one has. */
export function compareParts(left: readonly Part[], right: readonly Part[]): readonly Compared[] {
  const ids = [...new Set([...left, ...right].map(({ id }) => id))];
  return ids.map((id): Compared => {
    const [one, other] = [left, right].map((parts) => parts.find((part) => part.id === id));
    const { title, kind } = (one ?? other)!;
    if (kind === "text") {
      const [before, after] = [one, other].map((part) => (part?.kind === "text" ? part.text : ""));
      const isJson = [one, other].every(
        (part) => part === undefined || (part.kind === "text" && part.language === "json"),
      );
      return {
        id,
        title,
        kind,
        isSame: before === after,
        left: before!,
        right: after!,
        language: isJson ? "json" : "text",
      };
    }
    const pairs = comparePairs(pairsOf(one), pairsOf(other));
    return { id, title, kind: "pairs", pairs, isSame: pairs.every(({ isSame }) => isSame) };
  });
}

// When they ran stands above them, and is another time by nature.
const pairsOf = (part: Part | undefined): readonly Pair[] =>
  part && part.kind !== "text" ? part.pairs.filter(({ name }) => part.id !== "run" || name !== "Time") : [];

function comparePairs(left: readonly Pair[], right: readonly Pair[]): ComparedPair[] {
  const names = [...new Set([...left, ...right].map(({ name }) => name))];
  return names.map((name) => {
    const [one, other] = [left, right].map((pairs) => pairs.find((pair) => pair.name === name));
    const longerBy = one?.millis === undefined || other?.millis === undefined ? undefined : other.millis - one.millis;
    return { name, left: one?.text, right: other?.text, isSame: one?.text === other?.text, longerBy };
  });
}
