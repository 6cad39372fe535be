import { type DragEvent, type PointerEvent, useState } from "react";
import { Icon } from "../Icon.tsx";
import { SELECT_COLUMN } from "./BodyRow.tsx";
import { Checkbox } from "./Checkbox.tsx";
import { type Column, isDescending, isSortedBy, MIN_COLUMN_WIDTH } from "./column.ts";
import { HEADER_HEIGHTS, narrowHeader, narrowIndent, narrowSelect, narrowTitle, type RowShape } from "./narrow.ts";
import type { Sort } from "./table-view.ts";

interface HeaderRowProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  /** Undefined if rows cannot be selected. */
  chosen: boolean | "some" | undefined;
  activeColumn: string | undefined;
  shape: RowShape;
  isDense: boolean;
  canArrange: boolean;
  /** Called with the widths on the screen: `follow` while an edge is dragged, `resize` when it is released. */
  follow: (widths: Record<string, number>) => void;
  resize: (widths: Record<string, number>) => void;
  move: (id: string, to: string) => void;
}

const pinned = "in-data-cut:sticky in-data-cut:z-10 bg-(--ground)";

/** Clicking a title sorts, dragging it moves the column, and dragging its right edge sets the width. */
export function HeaderRow<Row>(props: HeaderRowProps<Row>) {
  const { columns, sort, chosen, activeColumn, shape, isDense, canArrange, follow, resize, move } = props;
  const isNarrow = shape !== "columns";
  const sorted = columns.findIndex((column) => isSortedBy(column, sort));
  const isNameSorted = sorted <= 0;
  const [dragged, setDragged] = useState<string>();
  const [target, setTarget] = useState<string>();
  const end = () => {
    setDragged(undefined);
    setTarget(undefined);
  };
  return (
    <tr
      role="row"
      aria-rowindex={1}
      style={{
        height: HEADER_HEIGHTS[shape][isDense ? "dense" : "regular"],
        ...(isNarrow && { paddingLeft: narrowIndent(chosen !== undefined, 0) }),
      }}
      className={`border-b border-line bg-(--ground) ${isNarrow ? narrowHeader : "grid grid-cols-(--columns)"}`}
    >
      {chosen !== undefined && (
        <th
          scope="col"
          role="columnheader"
          data-col={SELECT_COLUMN}
          tabIndex={activeColumn === SELECT_COLUMN ? 0 : -1}
          className={`focus-visible:-outline-offset-2 ${isNarrow ? narrowSelect : `${pinned} content-center in-data-cut:left-0 px-1.5`}`}
        >
          <Checkbox isChecked={chosen} label="Select all rows" />
        </th>
      )}
      {columns.map((column, index) => {
        const { id, title, align, isTitleHidden } = column;
        const isSorted = sort !== undefined && isSortedBy(column, sort);
        const isDown = isSorted && isDescending(column, sort);
        const canSort = column.sort !== false;
        const canMove = canArrange && !column.isName;
        const place = isNarrow
          ? narrowTitle(column, index, { isSorted, isNameSorted })
          : `px-3 ${index === 0 ? `${pinned} ${chosen === undefined ? "in-data-cut:left-0" : "in-data-cut:left-9"}` : ""}`;
        return (
          <th
            key={id}
            scope="col"
            role="columnheader"
            data-col={id}
            data-sorts={canSort || undefined}
            tabIndex={activeColumn === id ? 0 : -1}
            aria-sort={canSort ? (isSorted ? (isDown ? "descending" : "ascending") : "none") : undefined}
            title={isTitleHidden ? undefined : title}
            draggable={canMove}
            onDragStart={(event: DragEvent) => {
              event.dataTransfer.effectAllowed = "move";
              event.dataTransfer.setData("text/plain", title);
              setDragged(id);
            }}
            onDragOver={(event) => {
              if (dragged === undefined || dragged === id || column.isName) return;
              event.preventDefault();
              setTarget(id);
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== undefined && !column.isName) move(dragged, id);
              end();
            }}
            onDragEnd={end}
            className={`group/head relative min-w-0 content-center text-left text-meta font-medium text-muted select-none focus-visible:-outline-offset-2 ${place} ${canSort ? "cursor-pointer hover:text-text" : ""} ${target === id ? "shadow-[inset_2px_0_0_var(--accent)]" : ""} ${dragged === id ? "opacity-55" : ""}`}
          >
            <span
              // On a phone the title of the sorted column is not above its values, so the title looks like a button.
              className={`flex min-w-0 items-center gap-1 ${isNarrow && isSorted && index > 0 ? "rounded-md border border-line bg-surface px-2 py-1" : align === "right" && !isNarrow ? "justify-end" : ""}`}
            >
              <span className={`truncate ${isSorted ? "text-text" : ""}`}>
                {isNarrow && isSorted && (
                  <span aria-hidden className="text-muted">
                    Sort:{" "}
                  </span>
                )}
                <span className={isTitleHidden ? "sr-only" : undefined}>{title}</span>
              </span>
              {isSorted && (
                <Icon
                  name={isDown ? "arrow-down" : "arrow-up"}
                  size={14}
                  // In the padding of the cell, so that the title stays aligned with the numbers below it.
                  className={`shrink-0 text-text ${align === "right" && !isNarrow ? "-mr-3 -ml-0.5" : ""}`}
                />
              )}
            </span>
            {/* Positioned absolutely, so that it takes no space. */}
            {canSort && !isSorted && (
              <Icon
                name="chevrons-up-down"
                size={14}
                className={`absolute inset-y-0 my-auto bg-(--ground) opacity-0 group-hover/head:opacity-100 group-focus-visible/head:opacity-100 ${align === "right" ? "left-0.5" : "right-2.5"}`}
              />
            )}
            {canArrange && <Edge id={id} follow={follow} resize={resize} />}
          </th>
        );
      })}
    </tr>
  );
}

type EdgeProps = Pick<HeaderRowProps<never>, "follow" | "resize"> & { id: string };

/**
 * The drag handle at the right edge of a column. While dragging, only the CSS widths follow the pointer; the layout of
 * the table changes on release.
 */
function Edge({ id, follow, resize }: EdgeProps) {
  const drag = (event: PointerEvent<HTMLSpanElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    const cell = handle.closest("th")!;
    const widths = freezeWidths(cell.closest("table")!);
    const [start, from] = [event.clientX, widths[id] ?? cell.offsetWidth];
    handle.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => {
      widths[id] = Math.max(MIN_COLUMN_WIDTH, Math.round(from + moved.clientX - start));
      follow(widths);
    };
    const stop = () => {
      handle.removeEventListener("pointermove", move);
      resize(widths);
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", stop, { once: true });
  };
  return (
    <span
      aria-hidden
      data-edge={id}
      draggable={false}
      onPointerDown={drag}
      onClick={(event) => event.stopPropagation()}
      onDragStart={(event) => event.preventDefault()}
      className="absolute inset-y-0 right-0 w-2 cursor-col-resize touch-none after:absolute after:inset-y-1.5 after:right-0 after:w-px after:bg-line group-last/head:after:bg-transparent group-hover/head:after:bg-line-strong hover:after:w-0.5 hover:after:bg-accent"
    />
  );
}

/** The current width of each column, so that changing one width does not change the others. */
export function freezeWidths(table: HTMLTableElement): Record<string, number> {
  const heads = [...table.querySelectorAll<HTMLElement>("thead th[data-col]")];
  const widths: Record<string, number> = {};
  for (const head of heads) {
    const id = head.dataset["col"]!;
    if (id !== SELECT_COLUMN) widths[id] = Math.round(head.getBoundingClientRect().width);
  }
  return widths;
}
