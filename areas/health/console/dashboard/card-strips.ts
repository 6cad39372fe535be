// Arranges the cards in strips from top to bottom: a heading for each group, followed by rows of cards.
import type { CheckLine } from "./arrange.ts";
import type { Check } from "./check.ts";

export type Strip =
  | { type: "group"; key: string; title: string; checks: readonly Check[] }
  | { type: "cards"; key: string; checks: readonly Check[] };

/** Checks without a group share rows. */
export function stripsOf(lines: readonly CheckLine[], perRow: number): Strip[] {
  const strips: Strip[] = [];
  let alone: Check[] = [];
  const addRows = (checks: readonly Check[], prefix: string) => {
    for (let at = 0; at < checks.length; at += perRow)
      strips.push({ type: "cards", key: `${prefix} ${checks[at]!.id}`, checks: checks.slice(at, at + perRow) });
  };
  const flush = () => {
    addRows(alone, "row");
    alone = [];
  };
  for (const line of lines) {
    if (line.type === "row") {
      alone.push(line.row);
      continue;
    }
    flush();
    strips.push({ type: "group", key: line.key, title: line.title, checks: line.rows });
    addRows(line.rows, line.key);
  }
  flush();
  return strips;
}
