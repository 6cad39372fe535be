// The selected lines, by id. A range selects the lines from the last selected line to another line.
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { LogLine } from "../../contract.ts";

export interface LineSelection {
  ids: ReadonlySet<string>;
  /** The selected lines that are loaded, in their order. */
  lines: readonly LogLine[];
  select: (line: LogLine, isRange: boolean) => void;
  selectAll: () => void;
  clear: () => void;
}

export function useLineSelection(lines: readonly LogLine[]): LineSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(NONE);
  const anchor = useRef<string>(undefined);
  const latest = useRef(lines);
  useLayoutEffect(() => void (latest.current = lines), [lines]);
  const select = useCallback((line: LogLine, isRange: boolean) => {
    const range = isRange ? between(latest.current, anchor.current, line.id) : [];
    anchor.current = line.id;
    setIds((before) => {
      const next = new Set(before);
      if (range.length > 0) for (const { id } of range) next.add(id);
      else if (!next.delete(line.id)) next.add(line.id);
      return next;
    });
  }, []);
  const chosen = useMemo(() => (ids.size === 0 ? [] : lines.filter(({ id }) => ids.has(id))), [ids, lines]);
  return {
    ids,
    lines: chosen,
    select,
    selectAll: useCallback(() => setIds(new Set(latest.current.map(({ id }) => id))), []),
    clear: useCallback(() => setIds(NONE), []),
  };
}

const NONE: ReadonlySet<string> = new Set();

/** The lines from one line to another, including both; empty if the first line is not loaded. */
export function between(lines: readonly LogLine[], from: string | undefined, to: string): readonly LogLine[] {
  const ends = [lines.findIndex(({ id }) => id === from), lines.findIndex(({ id }) => id === to)];
  return ends.includes(-1) ? [] : lines.slice(Math.min(...ends), Math.max(...ends) + 1);
}
