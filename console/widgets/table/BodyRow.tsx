import { memo, type ReactNode, useLayoutEffect, useRef } from "react";
import { Icon } from "../Icon.tsx";
import { cellOf, filterItemsOf, textOf, type Column, type Group } from "./column.ts";
import { Checkbox } from "./Checkbox.tsx";
import {
  narrowCell,
  narrowGroupCell,
  narrowIndent,
  narrowRow,
  narrowSelect,
  rowHeight,
  type RowLook,
  type RowShape,
} from "./narrow.ts";
import { isBlank, lookOf } from "./row-heights.ts";
import type { DrawnRow } from "./table-model.ts";

export const SELECT_COLUMN = "select";

export interface BodyRowProps<Row> {
  drawn: DrawnRow<Row>;
  /** The index among all rows; the header is the first. */
  rowIndex: number;
  columns: readonly Column<Row>[];
  allColumns: readonly Column<Row>[];
  isSelectable: boolean;
  /** For a group: true if all of its rows are selected, "some" if only some are. */
  isSelected: boolean | "some";
  shape: RowShape;
  isDense: boolean;
  /** Whether rows show the detail of a column. */
  hasDetails: boolean;
  /** The column of the cell that Tab enters, if that cell is in this row. */
  activeColumn: string | undefined;
  canFilter: boolean;
  /** The column of the hovered cell, if it is in this row and has a menu. */
  hoveredColumn: string | undefined;
  hrefOf: ((row: Row) => string) | undefined;
  isPressable: boolean;
}

function PlainBodyRow<Row>(props: BodyRowProps<Row>) {
  const { drawn, rowIndex, columns, isSelectable, isSelected, shape, activeColumn, isPressable } = props;
  const line = useRef<HTMLTableRowElement>(null);
  useGlow(line, drawn.row);
  useTabOrder(line, activeColumn);
  const { group } = drawn;
  const isNarrow = shape !== "columns";
  const look = lookOf(drawn, props);
  const hasDetailBelow = look.detail === "below";
  return (
    <tr
      ref={line}
      role="row"
      data-key={drawn.key}
      aria-rowindex={rowIndex}
      aria-selected={isSelectable && !group ? isSelected === true : undefined}
      aria-expanded={group?.isOpen}
      aria-level={group || drawn.depth > 0 ? drawn.depth + 1 : undefined}
      style={{
        height: rowHeight(look),
        ...(isNarrow && { paddingLeft: narrowIndent(isSelectable, drawn.depth) }),
      }}
      data-tall={hasDetailBelow || undefined}
      className={`group/row border-b border-line contain-strict hover:bg-hover aria-selected:bg-selected ${isNarrow ? narrowRow(look.shape) : "grid grid-cols-(--columns)"} ${isPressable || group ? "cursor-pointer" : ""}`}
    >
      {isSelectable &&
        cell({
          id: SELECT_COLUMN,
          isActive: activeColumn === SELECT_COLUMN,
          className: isNarrow ? narrowSelect : `${pinned} in-data-cut:left-0 px-1.5`,
          children: <Checkbox isChecked={isSelected} label={`Select ${group ? "group" : "row"} ${rowIndex - 1}`} />,
        })}
      {group ? groupCells(props, group, look) : columns.map((column, index) => rowCell(props, look, column, index))}
      {hasDetailBelow && detailCell(props)}
    </tr>
  );
}

/** Memoised, since most rows do not change while the table scrolls. */
export const BodyRow = memo(PlainBodyRow) as typeof PlainBodyRow;

function rowCell<Row>(props: BodyRowProps<Row>, look: RowLook, column: Column<Row>, index: number) {
  const { drawn, activeColumn, canFilter, hoveredColumn, hrefOf, isSelectable, shape } = props;
  const isNarrow = shape !== "columns";
  const content = isNarrow && column.narrowCell ? column.narrowCell(drawn.row) : cellOf(column, drawn.row);
  const hasMenu = canFilter && filterItemsOf(column, drawn.row).length > 0;
  const isHovered = hasMenu && hoveredColumn === column.id;
  const isActive = activeColumn === column.id;
  const isIndented = drawn.depth > 0 && index === 0 && !isNarrow;
  const place = isNarrow
    ? narrowCell(column, index, look)
    : `${emptyMark} ${index === 0 ? firstCell(isSelectable) : ""} ${column.align === "right" ? "text-right" : ""} ${isIndented ? "pr-3" : "px-3"}`;
  return cell({
    id: column.id,
    isActive,
    hasMenu,
    title: typeof content === "string" ? content : undefined,
    className: `${place} ${isHovered ? "relative" : ""} ${column.align === "right" ? "tabular-nums" : ""}`,
    ...(isIndented && { indent: indentOf(column, drawn.depth) }),
    children: (
      <>
        {index === 0 && hrefOf ? (
          // A plain link: the router's Link is too slow for hundreds of rows. The table handles the click.
          <a
            href={hrefOf(drawn.row)}
            data-open
            tabIndex={isActive ? 0 : -1}
            className="hover:text-link hover:underline"
          >
            {content}
          </a>
        ) : (
          <>
            {isNarrow && column.narrow === "labelled" && !isBlank(content) && `${column.title} `}
            {isNarrow && column.narrow === "text" ? (
              <span
                className={
                  look.shape === "four lines" ? "line-clamp-2 wrap-anywhere whitespace-normal" : "block truncate"
                }
              >
                {content}
              </span>
            ) : (
              content
            )}
          </>
        )}
        {index === 0 && look.detail === "in cell" && !isBlank(column.detail?.(drawn.row)) && (
          <span className="block h-4 truncate text-meta text-muted">{column.detail?.(drawn.row)}</span>
        )}
        {isHovered && (
          // For the pointer only: keyboard users open the menu from the cell, which announces it.
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
      </>
    ),
  });
}

/**
 * The detail is a separate cell below the others, because inside the cell of its column it could not be wider than the
 * column. It ignores the pointer, so that the cells below it can be pressed.
 */
function detailCell<Row>({ drawn, columns, isSelectable }: BodyRowProps<Row>) {
  const index = columns.findIndex(({ detail }) => detail);
  const column = columns[index]!;
  return (
    <td
      role="gridcell"
      style={{
        gridColumn: `${index + (isSelectable ? 2 : 1)} / -1`,
        paddingLeft: index === 0 && drawn.depth > 0 ? indentOf(column, drawn.depth) : PADDING,
      }}
      className="pointer-events-none absolute inset-x-0 bottom-2 h-4 truncate pr-3 text-meta text-muted in-data-cut:z-10"
    >
      {column.detail?.(drawn.row)}
    </td>
  );
}

/** The left padding of the first cell in a group. */
const indentOf = <Row,>({ groupCell }: Column<Row>, depth: number) => (groupCell ? 56 : 32) + STEP * (depth - 1);

/** The group's name spans the columns that have no value for groups. */
function groupCells<Row>(props: BodyRowProps<Row>, group: Group<Row>, look: RowLook) {
  const { drawn, columns, allColumns, activeColumn, isSelectable, shape } = props;
  const isNarrow = shape !== "columns";
  // A group with two lines looks like a row with two lines.
  const narrowLook = (column: Column<Row>, index: number) =>
    look.shape === "two lines"
      ? narrowCell(column, index, look)
      : narrowGroupCell(index, index > 0 && column.narrow === "status");
  const following = columns.findIndex(
    ({ aggregate, groupCell }, index) => index > 0 && (aggregate !== undefined || groupCell !== undefined),
  );
  const span = following < 0 ? columns.length : following;
  const covered = columns.slice(0, span);
  const groupColumn = allColumns.find(({ id }) => id === group.column);
  return (
    <>
      {cell({
        id: columns[0]?.id ?? "",
        span,
        isActive: covered.some(({ id }) => id === activeColumn),
        className: isNarrow && columns[0] ? narrowLook(columns[0], 0) : `px-3 ${firstCell(isSelectable)}`,
        ...(drawn.depth > 0 && !isNarrow && { indent: 12 + STEP * drawn.depth }),
        children: (
          <span className="flex min-w-0 items-center gap-1.5">
            <Icon
              name="chevron-right"
              size={14}
              className={`text-muted transition-transform ${group.isOpen ? "rotate-90" : ""}`}
            />
            <span className="min-w-0 truncate font-medium">
              {columns[0]?.groupCell
                ? columns[0].groupCell(group)
                : group.value === undefined || group.value === ""
                  ? "(none)"
                  : groupColumn
                    ? cellOf(groupColumn, drawn.row)
                    : textOf(group.value)}
            </span>
            <span className="shrink-0 rounded-full bg-sunken px-1.5 text-meta text-muted tabular-nums">
              {(columns[0]?.groupCount?.(group.rows) ?? group.rows.length).toLocaleString("en")}
              <span className="sr-only"> {columns[0]?.groupCount ? "items" : "rows"}</span>
            </span>
          </span>
        ),
      })}
      {columns.slice(span).map((column, index) => {
        const value = column.aggregate && group.aggregate(column.id);
        const content = column.groupCell
          ? column.groupCell(group)
          : column.aggregateCell
            ? column.aggregateCell(value)
            : textOf(value);
        return cell({
          id: column.id,
          isActive: activeColumn === column.id,
          className: `${isNarrow ? narrowLook(column, index + 1) : `px-3 ${column.align === "right" ? "text-right" : ""}`} ${column.align === "right" ? "tabular-nums" : ""}`,
          children: (
            <>
              {isNarrow && column.narrow === "labelled" && !isBlank(content) && `${column.title} `}
              {content}
            </>
          ),
        });
      })}
    </>
  );
}

/** A dash in an empty cell, hidden from screen readers. */
const emptyMark = "empty:before:text-faint empty:before:content-['–'/'']";

/** Stays visible while the table scrolls sideways, and covers the cells below it. */
const pinned =
  "in-data-cut:sticky in-data-cut:z-10 in-data-cut:bg-(--ground) in-data-cut:group-hover/row:bg-[image:linear-gradient(var(--hover),var(--hover))] in-data-cut:group-aria-selected/row:bg-[image:linear-gradient(var(--selected),var(--selected))]";
const firstCell = (isAfterSelect: boolean) =>
  `${pinned} ${isAfterSelect ? "in-data-cut:left-9" : "in-data-cut:left-0"}`;

/** The padding of a cell and the indentation of each level of groups, in pixels. */
const PADDING = 12;
const STEP = 24;

interface CellOptions {
  id: string;
  isActive: boolean;
  /** The number of columns that the cell covers. */
  span?: number;
  /** The left padding in pixels, if it differs from the default. */
  indent?: number;
  title?: string | undefined;
  hasMenu?: boolean;
  className: string;
  children: ReactNode;
}

/** A function instead of a component, since a table renders hundreds of cells per scrolled screen. */
const cell = ({ id, isActive, span, indent, title, hasMenu = false, className, children }: CellOptions) => (
  <td
    key={id}
    role="gridcell"
    data-col={id}
    tabIndex={isActive ? 0 : -1}
    aria-haspopup={hasMenu ? "menu" : undefined}
    aria-colspan={span}
    style={
      span === undefined && indent === undefined
        ? undefined
        : { ...(span !== undefined && { gridColumn: `span ${span}` }), ...(indent && { paddingLeft: indent }) }
    }
    title={title}
    className={`content-center in-data-tall:content-start in-data-tall:pt-1.5 overflow-clip text-ellipsis whitespace-nowrap focus-visible:-outline-offset-2 ${className}`}
  >
    {children}
  </td>
);

/** Controls inside a row can be reached by Tab only in the active cell. */
function useTabOrder(line: React.RefObject<HTMLTableRowElement | null>, activeColumn: string | undefined) {
  useLayoutEffect(() => {
    for (const inner of line.current?.querySelectorAll<HTMLElement>(
      "td :is(a, button, input, select):not([data-menu], [data-open])",
    ) ?? []) {
      const isReachable = inner.closest("td")?.dataset["col"] === activeColumn;
      inner.tabIndex = isReachable ? 0 : -1;
    }
  });
}

const GLOW_MS = 150;

/** Highlights a row briefly when its data changes. */
function useGlow(line: React.RefObject<HTMLTableRowElement | null>, row: unknown) {
  const shown = useRef(row);
  useLayoutEffect(() => {
    if (shown.current === row) return;
    shown.current = row;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    line.current?.animate([{ backgroundColor: "var(--selected)" }, {}], { duration: GLOW_MS, easing: "ease-out" });
  }, [line, row]);
}
