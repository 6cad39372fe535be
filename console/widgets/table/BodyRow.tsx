import { memo, type ReactNode, useLayoutEffect, useRef } from "react";
import { Icon } from "../Icon.tsx";
import { cellOf, type Column, filterItemOf, textOf } from "./column.ts";
import { Checkbox } from "./Checkbox.tsx";
import type { DrawnRow, Group } from "./table-model.ts";

export const SELECT_COLUMN = "select";

interface BodyRowProps<Row> {
  drawn: DrawnRow<Row>;
  /** Among all rows, the header being the first. */
  rowIndex: number;
  columns: readonly Column<Row>[];
  allColumns: readonly Column<Row>[];
  isSelectable: boolean;
  isSelected: boolean;
  isDense: boolean;
  /** The column of the cell that the keyboard enters the table by, when it is in this row. */
  activeColumn: string | undefined;
  canFilter: boolean;
  /** The column of the cell under the pointer, when it is in this row and has a menu. */
  hoveredColumn: string | undefined;
  hrefOf: ((row: Row) => string) | undefined;
  isPressable: boolean;
}

function PlainBodyRow<Row>(props: BodyRowProps<Row>) {
  const { drawn, rowIndex, columns, isSelectable, isSelected, isDense, activeColumn, isPressable } = props;
  const line = useRef<HTMLTableRowElement>(null);
  useGlow(line, drawn.row);
  useTabOrder(line, activeColumn);
  const { group } = drawn;
  return (
    <tr
      ref={line}
      data-key={drawn.key}
      aria-rowindex={rowIndex}
      aria-selected={isSelectable && !group ? isSelected : undefined}
      aria-expanded={group?.isOpen}
      aria-level={group || drawn.depth > 0 ? drawn.depth + 1 : undefined}
      className={`group/row [--wash:none] hover:[--wash:linear-gradient(var(--hover),var(--hover))] aria-selected:[--wash:linear-gradient(var(--selected),var(--selected))] ${isPressable || group ? "cursor-pointer" : ""}`}
    >
      {isSelectable && (
        <Cell
          id={SELECT_COLUMN}
          isActive={activeColumn === SELECT_COLUMN}
          isDense={isDense}
          isPinned
          className="px-1.5"
        >
          {!group && <Checkbox isChecked={isSelected} label={`Select row ${rowIndex - 1}`} />}
        </Cell>
      )}
      {group ? <GroupCells {...props} group={group} /> : columns.map((column, index) => rowCell(props, column, index))}
    </tr>
  );
}

/** Most rows stay as they are while the table scrolls. */
export const BodyRow = memo(PlainBodyRow) as typeof PlainBodyRow;

function rowCell<Row>(props: BodyRowProps<Row>, column: Column<Row>, index: number) {
  const { drawn, isDense, activeColumn, canFilter, hoveredColumn, hrefOf, isSelectable } = props;
  const content = cellOf(column, drawn.row);
  const hasFilter = canFilter && filterItemOf(column, drawn.row) !== undefined;
  return (
    <Cell
      key={column.id}
      id={column.id}
      isActive={activeColumn === column.id}
      isDense={isDense}
      isPinned={index === 0}
      isAfterSelect={isSelectable}
      align={column.align}
      hasMenu={hasFilter}
      title={typeof content === "string" ? content : undefined}
      {...(drawn.depth > 0 && index === 0 && { className: "pr-3 pl-8" })}
    >
      {index === 0 && hrefOf ? (
        // A plain link: the router's own does more for every row than there is to draw. The table hears the press.
        <a href={hrefOf(drawn.row)} data-open className="hover:text-link hover:underline">
          {content}
        </a>
      ) : (
        content
      )}
      {hasFilter && hoveredColumn === column.id && (
        // For the pointer only: the keyboard has its own way to a cell's menu, and the cell says that it has one.
        <button
          type="button"
          data-menu
          aria-hidden
          tabIndex={-1}
          title="Filter by this value"
          className={`absolute inset-y-0 my-auto flex size-6 items-center justify-center rounded-sm bg-raised text-muted shadow-raised hover:text-text ${column.align === "right" ? "left-1" : "right-1"}`}
        >
          <Icon name="filter" size={14} />
        </button>
      )}
    </Cell>
  );
}

/** The group's name reaches over the columns that say nothing about groups. */
function GroupCells<Row>(props: BodyRowProps<Row> & { group: Group<Row> }) {
  const { drawn, group, columns, allColumns, isDense, activeColumn, isSelectable } = props;
  const following = columns.findIndex(({ aggregate }, index) => index > 0 && aggregate !== undefined);
  const span = following < 0 ? columns.length : following;
  const covered = columns.slice(0, span);
  const of = allColumns.find(({ id }) => id === group.column);
  return (
    <>
      <Cell
        id={columns[0]?.id ?? ""}
        colSpan={span}
        isActive={covered.some(({ id }) => id === activeColumn)}
        isDense={isDense}
        isPinned
        isAfterSelect={isSelectable}
      >
        <span className="flex min-w-0 items-center gap-1.5">
          <Icon
            name="chevron-right"
            size={14}
            className={`text-muted transition-transform ${group.isOpen ? "rotate-90" : ""}`}
          />
          <span className="min-w-0 truncate font-medium">
            {group.value === undefined || group.value === ""
              ? "(none)"
              : of
                ? cellOf(of, drawn.row)
                : textOf(group.value)}
          </span>
          <span className="shrink-0 rounded-full bg-sunken px-1.5 text-meta text-muted tabular-nums">
            {group.rows.length.toLocaleString("en")}
            <span className="sr-only"> rows</span>
          </span>
        </span>
      </Cell>
      {columns.slice(span).map((column) => {
        const value = column.aggregate && group.aggregate(column.id);
        return (
          <Cell
            key={column.id}
            id={column.id}
            isActive={activeColumn === column.id}
            isDense={isDense}
            align={column.align}
            className="px-3 text-muted"
          >
            {column.aggregateCell ? column.aggregateCell(value) : textOf(value)}
          </Cell>
        );
      })}
    </>
  );
}

interface CellProps {
  id: string;
  isActive: boolean;
  isDense: boolean;
  /** Stays in view when the table is scrolled sideways. */
  isPinned?: boolean;
  isAfterSelect?: boolean;
  align?: "right" | undefined;
  colSpan?: number;
  title?: string | undefined;
  hasMenu?: boolean;
  className?: string;
  children: ReactNode;
}

export const SELECT_WIDTH = 36;

function Cell({
  id,
  isActive,
  isDense,
  isPinned = false,
  isAfterSelect = false,
  align,
  colSpan,
  title,
  hasMenu = false,
  className = "px-3",
  children,
}: CellProps) {
  const pinned = isPinned ? `sticky z-10 bg-(--ground) ${isAfterSelect ? "left-9" : "left-0"}` : "relative";
  return (
    <td
      data-col={id}
      tabIndex={isActive ? 0 : -1}
      aria-haspopup={hasMenu ? "menu" : undefined}
      colSpan={colSpan}
      title={title}
      className={`truncate border-b border-line bg-(image:--wash) focus-visible:-outline-offset-2 ${isDense ? "h-7" : "h-8"} ${pinned} ${align === "right" ? "text-right tabular-nums" : ""} ${className}`}
    >
      {children}
    </td>
  );
}

/** What can be pressed inside a row is on the way of the Tab key only in the cell that has the focus. */
function useTabOrder(line: React.RefObject<HTMLTableRowElement | null>, activeColumn: string | undefined) {
  useLayoutEffect(() => {
    for (const inner of line.current?.querySelectorAll<HTMLElement>(
      "td :is(a, button, input, select):not([data-menu])",
    ) ?? []) {
      const isReachable = inner.closest("td")?.dataset["col"] === activeColumn;
      inner.tabIndex = isReachable ? 0 : -1;
    }
  });
}

const GLOW_MS = 150;

/** A row that changed while somebody looks at it glows once. */
function useGlow(line: React.RefObject<HTMLTableRowElement | null>, row: unknown) {
  const shown = useRef(row);
  useLayoutEffect(() => {
    if (shown.current === row) return;
    shown.current = row;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    line.current?.animate([{ backgroundColor: "var(--selected)" }, {}], { duration: GLOW_MS, easing: "ease-out" });
  }, [line, row]);
}
