import { memo, type MouseEvent, useRef } from "react";
import { Checkbox } from "#console/widgets/table/Checkbox.tsx";
import { printTimestamp } from "#lib/time/dates.ts";
import type { LogLine } from "../../contract.ts";
import { restOf, titleOfColumn, valueOf } from "./columns.ts";
import { LevelBar, LevelName } from "./LevelName.tsx";
import { LineText } from "#console/widgets/lines/LineText.tsx";
import { shownMessage } from "./shown-message.ts";

export interface RowLook {
  columns: readonly string[];
  /** Whether long messages wrap. */
  wraps: boolean;
  /** Whether the fields are above the message, for narrow screens. */
  isStacked: boolean;
  words: readonly string[];
  timeZone: string;
}

interface LogRowProps {
  line: LogLine;
  index: number;
  look: RowLook;
  isActive: boolean;
  isOpen: boolean;
  isSelected: boolean;
  /** Whether checkboxes are visible without hover. */
  hasSelection: boolean;
  open: (line: LogLine) => void;
  select: (line: LogLine, isRange: boolean) => void;
}

/** The list shows the beginning of a long message; the details show the whole message. */
const CUT = { one: 500, several: 3_000 };

/** Line ids contain paths and spaces, which are not allowed in element ids. */
export const rowId = (id: string) => `line-${encodeURIComponent(id)}`;

export const LogRow = memo(function LogRow(props: LogRowProps) {
  const { line, index, look, isActive, isOpen, isSelected, hasSelection, open, select } = props;
  const { columns, wraps, isStacked, words, timeZone } = look;
  const rest = restOf(line, columns);
  // A live view can show another line in this row before the pointer is released.
  const pressed = useRef(line);
  const press = (event: MouseEvent) => {
    const meant = event.detail === 0 ? line : pressed.current;
    if ((event.target as Element).closest("[data-select]")) select(meant, event.shiftKey);
    // Selecting text also ends with a click, which must not open the line.
    else if (event.detail < 2 && getSelection()?.isCollapsed !== false) open(meant);
  };
  // Stacked fields have no columns, so empty fields are left out.
  const filled = isStacked ? columns.filter((name) => name === "time" || valueOf(line, name) !== "") : columns;
  const cells = filled.map((name) => (
    <span
      key={name}
      role="gridcell"
      title={name === "time" || name === "level" ? undefined : valueOf(line, name)}
      className={`${!isStacked ? "px-1.5" : name === "time" ? "shrink-0" : "max-w-40 shrink-0"} truncate text-muted`}
    >
      {name === "time" ? (
        <time dateTime={line.timestamp} className="tabular-nums">
          {printTimestamp(Date.parse(line.timestamp), timeZone)}
        </time>
      ) : name === "level" ? (
        line.severity && <LevelName severity={line.severity} />
      ) : isStacked && name !== "host" && name !== "source" ? (
        `${titleOfColumn(name)}=${valueOf(line, name)}`
      ) : (
        valueOf(line, name)
      )}
    </span>
  ));
  return (
    // The list handles the keys of all rows.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={rowId(line.id)}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={isOpen || undefined}
      data-line
      data-active={isActive || undefined}
      onPointerDown={() => void (pressed.current = line)}
      onClick={press}
      className={`group/line relative min-h-6 cursor-default border-b border-line/60 font-mono text-[0.75rem]/5 hover:bg-hover aria-current:bg-selected aria-selected:bg-selected in-focus-visible:data-active:outline-2 in-focus-visible:data-active:-outline-offset-2 in-focus-visible:data-active:outline-focus ${
        isStacked ? "flex flex-col px-2 py-1.5 pl-3" : "grid grid-cols-(--line-columns) py-0.5"
      }`}
    >
      <LevelBar severity={line.severity} />
      {isStacked ? (
        <div role="presentation" className="flex min-w-0 gap-2 overflow-hidden text-meta">
          {cells}
        </div>
      ) : (
        <>
          <span
            role="gridcell"
            data-select
            className={`flex h-5 items-center justify-center group-hover/line:opacity-100 ${hasSelection || isSelected ? "" : "opacity-0 in-focus-visible:group-data-active/line:opacity-100"}`}
          >
            <Checkbox isChecked={isSelected} label="Select this line" />
          </span>
          {cells}
        </>
      )}
      <span
        role="gridcell"
        className={`min-w-0 ${isStacked ? "line-clamp-4 whitespace-pre-wrap wrap-anywhere" : wraps ? "px-1.5 whitespace-pre-wrap wrap-anywhere" : "truncate px-1.5"}`}
      >
        {line.count > 1 && (
          <span
            title={`${line.count.toLocaleString("en")} repeated lines`}
            className="mr-1.5 rounded-full bg-press px-1.5 font-sans text-meta tabular-nums"
          >
            ×{line.count.toLocaleString("en")}
          </span>
        )}
        <LineText
          text={shownMessage(line, columns)}
          words={words}
          maxLength={wraps || isStacked ? CUT.several : CUT.one}
        />
        {rest !== "" && (
          <span className="ml-3 text-muted">
            <LineText text={rest} words={words} />
          </span>
        )}
      </span>
    </div>
  );
});
