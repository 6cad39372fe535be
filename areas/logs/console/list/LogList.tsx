import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type ReactNode, useCallback, useEffect, useEffectEvent, useRef } from "react";
import type { LogLine } from "../../contract.ts";
import { titleOfColumn, tracksOf } from "./columns.ts";
import { LogRow, rowId, type RowLook } from "./LogRow.tsx";
import type { LineSelection } from "./selection.ts";
import { useLineKeys } from "./use-line-keys.ts";

interface LogListProps {
  lines: readonly LogLine[];
  look: RowLook;
  openId: string;
  open: (line: LogLine) => void;
  close: () => void;
  selection: LineSelection;
  hasMore: boolean;
  loadMore: () => void;
  /** Called when the newest line comes into view or leaves it. */
  onTop: (isAtTop: boolean) => void;
  /** Below the last line. */
  end: ReactNode;
}

const HEIGHTS = { row: 25, stacked: 60 };
/** Older lines are requested before the end of the list is in view. */
const AHEAD = 20;

/** The lines, newest first. Only lines in view are rendered. */
export function LogList(props: LogListProps) {
  const { lines, look, openId, open, close, selection, hasMore, loadMore, onTop, end } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isMeasured = look.wraps || look.isStacked;
  // The React compiler could not memoise the result of this hook, but this project does not use the compiler.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (look.isStacked ? HEIGHTS.stacked : HEIGHTS.row),
    // Rows of equal height are reused for other lines, so that a live view changes texts instead of replacing elements.
    ...(isMeasured && { getItemKey: (index: number) => lines[index]?.id ?? index }),
    overscan: 8,
  });
  const rowLook = JSON.stringify([look.columns, look.wraps, look.isStacked]);
  useEffect(() => rows.measure(), [rows, rowLook]);
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  const more = useEffectEvent(loadMore);
  useEffect(() => {
    if (hasMore && last >= lines.length - AHEAD) more();
  }, [hasMore, last, lines.length]);

  const keys = useLineKeys({
    lines,
    pageSize: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / HEIGHTS.row) - 2),
    scrollTo: (index) => rows.scrollToIndex(index, { align: "auto" }),
    open,
    close,
    isOpen: openId !== "",
    select: selection.select,
  });
  const { activeId, setActive } = keys;
  const press = useCallback(
    (line: LogLine) => {
      setActive(line.id);
      open(line);
    },
    [setActive, open],
  );
  const isActiveShown = items.some(({ index }) => lines[index]?.id === activeId);
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label="Log lines"
      aria-rowcount={lines.length + 1}
      aria-multiselectable
      aria-activedescendant={activeId !== undefined && isActiveShown ? rowId(activeId) : undefined}
      onKeyDown={keys.onKeyDown}
      onScroll={({ currentTarget }) => onTop(currentTarget.scrollTop < 4)}
      style={{ "--line-columns": tracksOf(look.columns) } as CSSProperties}
      className="min-h-0 flex-1 overflow-auto overscroll-contain border-t border-line -outline-offset-2"
    >
      {!look.isStacked && <Head columns={look.columns} />}
      <div role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, start, key }) => {
          const line = lines[index];
          return (
            line && (
              <div
                key={key}
                role="presentation"
                data-index={index}
                ref={isMeasured ? rows.measureElement : undefined}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                <LogRow
                  line={line}
                  index={index}
                  look={look}
                  isActive={line.id === activeId}
                  isOpen={line.id === openId}
                  isSelected={selection.ids.has(line.id)}
                  hasSelection={selection.ids.size > 0}
                  open={press}
                  select={selection.select}
                />
              </div>
            )
          );
        })}
      </div>
      {end && (
        <div role="rowgroup">
          <div role="row">
            <div role="gridcell" className="flex h-10 items-center justify-center gap-2 text-muted">
              {end}
            </div>
          </div>
        </div>
      )}
    </div>
  );
}

const Head = ({ columns }: { columns: readonly string[] }) => (
  <div role="rowgroup" className="sticky top-0 z-10 bg-canvas">
    <div
      role="row"
      aria-rowindex={1}
      className="grid grid-cols-(--line-columns) border-b border-line py-1 text-meta font-medium text-muted"
    >
      <span role="columnheader">
        <span className="sr-only">Selection</span>
      </span>
      {columns.map((name) => (
        <span key={name} role="columnheader" title={name} className="truncate px-1.5">
          {titleOfColumn(name)}
        </span>
      ))}
      <span role="columnheader" className="px-1.5">
        Message
      </span>
    </div>
  </div>
);
