import type { KeyboardEvent, MouseEvent } from "react";

export interface LinePointer {
  lines: ReadonlySet<number>;
  /** The one that is reached by Tab; the others are by the arrows. */
  entry: number;
  /** With shift, everything from the line that was pressed before. */
  press(line: number, isMore: boolean): void;
}

interface LineNumberProps {
  line: number;
  /** How wide the longest number is. */
  digits: number;
  pointer: LinePointer | undefined;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The number of a line; where lines can be pointed at, a button that does. Up and down lead from one to the next. */
export function LineNumber({ line, digits, pointer }: LineNumberProps) {
  const width = `${Math.max(2, digits) + 1.5}ch`;
  if (!pointer)
    return (
      <span aria-hidden style={{ width }} className="shrink-0 text-right tabular-nums">
        {line + 1}
      </span>
    );
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const area = event.currentTarget.closest("pre");
    area?.querySelector<HTMLElement>(`[data-line="${line + step}"]`)?.focus();
  };
  return (
    <button
      type="button"
      data-line={line}
      aria-pressed={pointer.lines.has(line)}
      aria-label={`Line ${line + 1}`}
      tabIndex={line === pointer.entry ? 0 : -1}
      onClick={(event: MouseEvent) => pointer.press(line, event.shiftKey)}
      onKeyDown={move}
      style={{ width }}
      className="h-6 shrink-0 cursor-pointer text-right tabular-nums -outline-offset-2 hover:text-text aria-pressed:font-medium aria-pressed:text-text"
    >
      {line + 1}
    </button>
  );
}
