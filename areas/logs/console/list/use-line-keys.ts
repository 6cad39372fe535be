import { type KeyboardEvent, useState } from "react";
import type { LogLine } from "../../contract.ts";

interface LineKeys {
  lines: readonly LogLine[];
  /** The number of rows in view. */
  pageSize: () => number;
  scrollTo: (index: number) => void;
  open: (line: LogLine) => void;
  close: () => void;
  isOpen: boolean;
  select: (line: LogLine, isRange: boolean) => void;
}

/** The active line, which the keyboard moves. It is stored by id, because new lines change its position. */
export function useLineKeys({ lines, pageSize, scrollTo, open, close, isOpen, select }: LineKeys) {
  const [activeId, setActive] = useState<string>();
  const move = (to: number) => {
    const index = Math.max(0, Math.min(lines.length - 1, to));
    const line = lines[index];
    if (!line) return undefined;
    setActive(line.id);
    scrollTo(index);
    return line;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = lines.findIndex(({ id }) => id === activeId);
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: Math.max(0, at) - 1,
      PageDown: Math.max(0, at) + pageSize(),
      PageUp: Math.max(0, at) - pageSize(),
      Home: 0,
      End: lines.length - 1,
    };
    const to = targets[event.key];
    const active = lines[at];
    if (to !== undefined) {
      const line = move(to);
      if (line && event.shiftKey) select(line, true);
      // If the details are open, they follow the active line.
      else if (line && isOpen) open(line);
    } else if (event.key === "Enter" && active) open(active);
    else if (event.key === " " && active) select(active, event.shiftKey);
    else if (event.key === "Escape" && isOpen) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { activeId, setActive, onKeyDown };
}
