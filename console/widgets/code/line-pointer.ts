// Lines that are pointed at: one by one, or a row of them with shift.
import { useRef } from "react";
import type { LineSelection } from "./CodeText.tsx";
import type { LinePointer } from "./LineNumber.tsx";

export function useLinePointer(
  selection: LineSelection | undefined,
  drawn: readonly number[],
): LinePointer | undefined {
  const before = useRef<number>(undefined);
  if (!selection) return undefined;
  const { lines, change } = selection;
  return {
    lines,
    entry: drawn.find((line) => lines.has(line)) ?? drawn[0] ?? 0,
    press(line, isMore) {
      change(pointedAt(lines, line, isMore ? before.current : undefined));
      before.current = line;
    },
  };
}

/** With a line that was pressed before, all between the two; otherwise the one is in or out. */
export function pointedAt(lines: ReadonlySet<number>, line: number, before: number | undefined): ReadonlySet<number> {
  const next = new Set(lines);
  if (before === undefined) {
    if (!next.delete(line)) next.add(line);
    return next;
  }
  for (let at = Math.min(before, line); at <= Math.max(before, line); at += 1) next.add(at);
  return next;
}
