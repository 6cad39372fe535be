import type { KeyboardEvent, MouseEvent } from "react";

export interface LinePointer {
  lines: ReadonlySet<number>;
  /** The line that Tab focuses; arrow keys move to the other lines. */
  entry: number;
  /** With `isRange` (Shift), selects all lines from the previously pressed line. */
  press(line: number, isRange: boolean): void;
}

interface LineNumberProps {
  line: number;
  /** The number of digits of the last line number. */
  digits: number;
  pointer: LinePointer | undefined;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** A line number; a button if lines can be selected. Up and down move between them. */
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
