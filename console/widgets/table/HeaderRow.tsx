import { type DragEvent, type PointerEvent, useState } from "react";
import { Icon } from "../Icon.tsx";
import { SELECT_COLUMN } from "./BodyRow.tsx";
import { Checkbox } from "./Checkbox.tsx";
import { type Column, NARROWEST } from "./column.ts";
import type { Sort } from "./table-view.ts";

interface HeaderRowProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  /** Undefined where rows cannot be chosen. */
  chosen: boolean | "some" | undefined;
  activeColumn: string | undefined;
  isDense: boolean;
  canArrange: boolean;
  /** Widths as they are on the screen once a drag is over. */
  resize: (widths: Record<string, number>) => void;
  move: (id: string, to: string) => void;
}

/** Pressed, a title sorts; dragged, it moves its column; its right edge sets the width. */
export function HeaderRow<Row>(props: HeaderRowProps<Row>) {
  const { columns, sort, chosen, activeColumn, isDense, canArrange, resize, move } = props;
  const [dragged, setDragged] = useState<string>();
  const [target, setTarget] = useState<string>();
  const end = () => {
    setDragged(undefined);
    setTarget(undefined);
  };
  const height = isDense ? "h-7" : "h-8";
  return (
    <tr aria-rowindex={1}>
      {chosen !== undefined && (
        <th
          scope="col"
          data-col={SELECT_COLUMN}
          tabIndex={activeColumn === SELECT_COLUMN ? 0 : -1}
          className={`sticky left-0 z-10 border-b border-line bg-(--ground) px-1.5 focus-visible:-outline-offset-2 ${height}`}
        >
          <Checkbox isChecked={chosen} label="Select all rows" />
        </th>
      )}
      {columns.map((column, index) => {
        const { id, title, align } = column;
        const isSorted = sort?.id === id;
        const canSort = column.sort !== false;
        const canMove = canArrange && !column.isName;
        const pinned = index === 0 ? `sticky z-10 ${chosen === undefined ? "left-0" : "left-9"}` : "relative";
        return (
          <th
            key={id}
            scope="col"
            data-col={id}
            data-sorts={canSort || undefined}
            tabIndex={activeColumn === id ? 0 : -1}
            aria-sort={canSort ? (isSorted ? (sort.desc ? "descending" : "ascending") : "none") : undefined}
            title={title}
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
            className={`group/head border-b border-line bg-(--ground) px-3 text-meta font-medium text-muted select-none focus-visible:-outline-offset-2 ${height} ${pinned} ${canSort ? "cursor-pointer hover:text-text" : ""} ${target === id ? "shadow-[inset_2px_0_0_var(--accent)]" : ""} ${dragged === id ? "opacity-55" : ""}`}
          >
            <span className={`flex min-w-0 items-center gap-1 ${align === "right" ? "flex-row-reverse" : ""}`}>
              <span className={`truncate ${isSorted ? "text-text" : ""}`}>{title}</span>
              {isSorted && <Icon name={sort.desc ? "arrow-down" : "arrow-up"} size={14} className="text-text" />}
            </span>
            {/* Takes no room until it means something. */}
            {canSort && !isSorted && (
              <Icon
                name="chevrons-up-down"
                size={14}
                className={`absolute inset-y-0 my-auto bg-(--ground) opacity-0 group-hover/head:opacity-100 group-focus-visible/head:opacity-100 ${align === "right" ? "left-0.5" : "right-2.5"}`}
              />
            )}
            {canArrange && <Edge id={id} resize={resize} />}
          </th>
        );
      })}
    </tr>
  );
}

/** Drags the right edge. The column follows the pointer by itself; the table learns the width when it is let go. */
function Edge({ id, resize }: { id: string; resize: (widths: Record<string, number>) => void }) {
  const drag = (event: PointerEvent<HTMLSpanElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    const cell = handle.closest("th")!;
    const table = cell.closest("table")!;
    const widths = freezeWidths(table);
    const columns = new Map([...table.querySelectorAll("col")].map((col) => [col.dataset["of"], col]));
    const [start, from] = [event.clientX, widths[id] ?? cell.offsetWidth];
    handle.setPointerCapture(event.pointerId);
    const follow = (moved: globalThis.PointerEvent) => {
      widths[id] = Math.max(NARROWEST, Math.round(from + moved.clientX - start));
      const col = columns.get(id);
      if (col) col.style.width = `${widths[id]}px`;
      table.style.minWidth = `${Object.values(widths).reduce((sum, width) => sum + width, 0)}px`;
    };
    const stop = () => {
      handle.removeEventListener("pointermove", follow);
      resize(widths);
    };
    handle.addEventListener("pointermove", follow);
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

/** Every column as wide as it is now, so that one can change without the others sharing the difference. */
export function freezeWidths(table: HTMLTableElement): Record<string, number> {
  const heads = [...table.querySelectorAll<HTMLElement>("thead th[data-col]")];
  const widths: Record<string, number> = {};
  for (const head of heads) {
    const id = head.dataset["col"]!;
    if (id !== SELECT_COLUMN) widths[id] = Math.round(head.getBoundingClientRect().width);
  }
  return widths;
}
