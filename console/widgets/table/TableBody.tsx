import {
  type PointerEvent,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useState,
} from "react";
import { BodyRow, type BodyRowProps } from "./BodyRow.tsx";
import type { DrawnRows } from "./table-model.ts";
import type { Group } from "./column.ts";
import { useRowHeights } from "./row-heights.ts";
import { type ActiveCell, hasMenu, placeOf } from "./use-grid.ts";
import { useVirtualRows } from "./virtual-rows.ts";
import type { RowWindow } from "./use-grid.ts";

type RowLook<Row> = Omit<BodyRowProps<Row>, "drawn" | "rowIndex" | "isSelected" | "activeColumn" | "hoveredColumn">;

interface TableBodyProps<Row> extends RowLook<Row> {
  ref: Ref<RowWindow>;
  drawn: DrawnRows<Row>;
  scroller: RefObject<HTMLElement | null>;
  selected: ReadonlySet<string>;
  /** The cell that Tab enters, and the index of its row. */
  entry: ActiveCell;
  focused: number;
  headerHeight: number;
  footerHeight: number;
  keyOf: (row: Row) => string;
  /** Called with the rendered rows when they change. */
  onDrawn: ((rows: readonly Row[]) => void) | undefined;
}

/**
 * The rows of the table. They are a separate component, so that scrolling and hovering do not render the whole table.
 */
export function TableBody<Row>(props: TableBodyProps<Row>) {
  const { ref, drawn, scroller, selected, entry, focused, headerHeight, footerHeight, keyOf, onDrawn, ...look } = props;
  const { columns, shape, isDense, hasDetails } = look;
  const heights = useRowHeights(drawn, { columns, shape, isDense, hasDetails });
  const { strips, size, scrollTo } = useVirtualRows({
    scroller,
    count: drawn.length,
    focused,
    headerHeight,
    footerHeight,
    look: `${shape} ${isDense} ${hasDetails}`,
    heights,
  });
  useImperativeHandle(ref, () => ({ size, scrollTo }), [size, scrollTo]);

  const rows = strips.flatMap((strip) => (strip.type === "row" ? (drawn.at(strip.index) ?? []) : []));
  const inView = rows.filter(({ group }) => !group);
  const report = useEffectEvent((_keys: string) => onDrawn?.(inView.map(({ row }) => row)));
  const keys = onDrawn ? inView.map(({ key }) => key).join(" ") : "";
  useEffect(() => report(keys), [keys]);

  const isGroupSelected = (group: Group<Row>) => {
    if (selected.size === 0) return false;
    const count = group.rows.filter((row) => selected.has(keyOf(row))).length;
    return count === 0 ? false : count === group.rows.length || "some";
  };

  // One menu button for the whole table: it is shown in the hovered cell.
  const [hovered, setHovered] = useState<ActiveCell>();
  const onPointerOver = (event: PointerEvent<HTMLElement>) => {
    const place = event.pointerType === "touch" ? undefined : placeOf(event.target);
    const next = place && hasMenu(place.cell) ? place : undefined;
    if (next?.key !== hovered?.key || next?.column !== hovered?.column)
      setHovered(next && { key: next.key, column: next.column });
  };

  return (
    <tbody role="rowgroup" className="block" onPointerOver={onPointerOver} onPointerLeave={() => setHovered(undefined)}>
      {strips.map((strip) => {
        if (strip.type === "space")
          return <tr key={`space ${strip.before}`} aria-hidden className="block" style={{ height: strip.height }} />;
        const row = drawn.at(strip.index);
        if (!row) return null;
        return (
          <BodyRow
            key={row.key}
            {...look}
            drawn={row}
            rowIndex={strip.index + 2}
            isSelected={row.group ? isGroupSelected(row.group) : selected.has(row.key)}
            activeColumn={entry.key === row.key ? entry.column : undefined}
            hoveredColumn={hovered?.key === row.key ? hovered.column : undefined}
          />
        );
      })}
    </tbody>
  );
}
