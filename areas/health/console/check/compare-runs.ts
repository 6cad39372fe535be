// Compares two runs, part by part and line by line.
import type { Pair, Part } from "./run-parts.ts";

export interface ComparedPair {
  name: string;
  left: string | undefined;
  right: string | undefined;
  isSame: boolean;
  /** How much longer the right run took, in milliseconds. */
  longerBy: number | undefined;
}

export type Compared = { id: string; title: string; isSame: boolean } & (
  | { kind: "pairs"; pairs: readonly ComparedPair[] }
  | { kind: "text"; left: string; right: string; language: "json" | "text" }
);

/** The parts, in the order of the left run, followed by parts that only the right run has. */
export function compareParts(left: readonly Part[], right: readonly Part[]): readonly Compared[] {
  const ids = [...new Set([...left, ...right].map(({ id }) => id))];
  return ids.map((id): Compared => {
    const [leftPart, rightPart] = [left, right].map((parts) => parts.find((part) => part.id === id));
    const { title, kind } = (leftPart ?? rightPart)!;
    if (kind === "text") {
      const [before, after] = [leftPart, rightPart].map((part) => (part?.kind === "text" ? part.text : ""));
      const isJson = [leftPart, rightPart].every(
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
    const pairs = comparePairs(pairsOf(leftPart), pairsOf(rightPart));
    return { id, title, kind: "pairs", pairs, isSame: pairs.every(({ isSame }) => isSame) };
  });
}

// The time is left out, because it always differs and the header shows it.
const pairsOf = (part: Part | undefined): readonly Pair[] =>
  part && part.kind !== "text" ? part.pairs.filter(({ name }) => part.id !== "run" || name !== "Time") : [];

function comparePairs(left: readonly Pair[], right: readonly Pair[]): ComparedPair[] {
  const names = [...new Set([...left, ...right].map(({ name }) => name))];
  return names.map((name) => {
    const [leftPair, rightPair] = [left, right].map((pairs) => pairs.find((pair) => pair.name === name));
    const longerBy =
      leftPair?.millis === undefined || rightPair?.millis === undefined
        ? undefined
        : rightPair.millis - leftPair.millis;
    return { name, left: leftPair?.text, right: rightPair?.text, isSame: leftPair?.text === rightPair?.text, longerBy };
  });
}
