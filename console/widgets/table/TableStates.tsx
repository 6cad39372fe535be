// The states of a table without rows: loading or empty.
import type { ReactNode } from "react";
import { Button } from "../Button.tsx";
import { Icon, type IconName } from "../Icon.tsx";
import type { Filters } from "../filter/filter-set.ts";
import { Skeleton } from "../Skeleton.tsx";
import type { Column } from "./column.ts";
import { narrowIndent, rowHeight, type RowShape } from "./narrow.ts";

const SKELETON_ROWS = [0, 1, 2, 3, 4, 5, 6, 7];

interface WaitingRowsProps<Row> {
  columns: readonly Column<Row>[];
  isSelectable: boolean;
  shape: RowShape;
  isDense: boolean;
  hasDetails: boolean;
}

const SKELETON_WIDTHS = ["w-3/4", "w-1/2", "w-2/3"];

/** Placeholders while the rows load. */
export function WaitingRows<Row>({ columns, isSelectable, shape, isDense, hasDetails }: WaitingRowsProps<Row>) {
  const height = rowHeight({
    shape,
    isDense,
    ...(hasDetails && columns[0]?.isDetailInCell && { detail: "in cell" as const }),
  });
  if (shape !== "columns")
    return SKELETON_ROWS.map((row) => (
      <tr
        key={row}
        aria-hidden
        style={{ height, paddingLeft: narrowIndent(isSelectable, 0) }}
        className="flex items-center border-b border-line"
      >
        <td className="flex flex-1 flex-col gap-2">
          <Skeleton className={`h-3 ${SKELETON_WIDTHS[row % SKELETON_WIDTHS.length]!}`} />
          {shape !== "one line" && <Skeleton className="h-2.5 w-1/3" />}
        </td>
      </tr>
    ));
  return SKELETON_ROWS.map((row) => (
    <tr key={row} aria-hidden style={{ height }} className="grid grid-cols-(--columns) border-b border-line">
      {isSelectable && <td aria-hidden />}
      {columns.map(({ id, align }, index) => (
        <td key={id} className="content-center px-3">
          <Skeleton
            className={`h-3 ${align === "right" ? "ml-auto w-10" : SKELETON_WIDTHS[(row + index) % SKELETON_WIDTHS.length]!}`}
          />
        </td>
      ))}
    </tr>
  ));
}

interface EmptyTableProps {
  text: string;
  icon: IconName | undefined;
  detail: ReactNode;
  action: ReactNode;
  filters: Filters | undefined;
  /** Called after the filters were cleared; the pressed button no longer exists then. */
  cleared: () => void;
}

/** The empty state, with a button to clear the filters. */
export function EmptyTable({ text, icon = "inbox", detail, action, filters, cleared }: EmptyTableProps) {
  const isFiltered = filters !== undefined && filters.chips.length > 0;
  // Filters that the page sets by default were not chosen by the person, so the page's own explanation is shown.
  const isChosen = isFiltered && filters.reset !== undefined;
  return (
    // The message is as wide as the visible area, not as all columns.
    <div role="status" className="sticky left-0 flex flex-col items-center gap-1 px-4 py-10 text-center">
      <span className="mb-2 flex size-10 items-center justify-center rounded-full bg-sunken text-muted">
        <Icon name={isChosen ? "filter-x" : icon} size={20} />
      </span>
      <p className="font-medium">{text}</p>
      {isFiltered && (isChosen || !detail) ? (
        <p className="text-muted">Nothing matches the filters.</p>
      ) : (
        detail && <div className="max-w-xl text-muted">{detail}</div>
      )}
      {isFiltered && (isChosen || !action) && (
        <Button
          onClick={() => {
            filters.clear();
            cleared();
          }}
          className="mt-3"
        >
          Clear filters
        </Button>
      )}
      {action && !isChosen && <div className="mt-3">{action}</div>}
    </div>
  );
}
