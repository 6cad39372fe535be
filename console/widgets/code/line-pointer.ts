// Line selection: single lines, or a range with Shift.
import { useRef } from "react";
import type { LinePointer } from "./LineNumber.tsx";

/** Line numbers, starting at 0. */
export interface LineSelection {
  lines: ReadonlySet<number>;
  change: (lines: ReadonlySet<number>) => void;
}

export function useLinePointer(
  selection: LineSelection | undefined,
  rendered: readonly number[],
): LinePointer | undefined {
  const before = useRef<number>(undefined);
  if (!selection) return undefined;
  const { lines, change } = selection;
  return {
    lines,
    entry: rendered.find((line) => lines.has(line)) ?? rendered[0] ?? 0,
    press(line, isRange) {
      change(toggledLines(lines, line, isRange ? before.current : undefined));
      before.current = line;
    },
  };
}

/** Adds all lines between `before` and `line`; without `before`, toggles one line. */
export function toggledLines(
  lines: ReadonlySet<number>,
  line: number,
  before: number | undefined,
): ReadonlySet<number> {
  const next = new Set(lines);
  if (before === undefined) {
    if (!next.delete(line)) next.add(line);
    return next;
  }
  for (let at = Math.min(before, line); at <= Math.max(before, line); at += 1) next.add(at);
  return next;
}
