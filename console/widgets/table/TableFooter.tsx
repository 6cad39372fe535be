import { type ReactNode, useState } from "react";
import { Button } from "../Button.tsx";
import { Icon, type IconName } from "../Icon.tsx";
import { PAGE_SIZES, SIMPLE_PAGE_SIZES } from "./page-size.ts";
import type { TableView } from "./table-view.ts";

export interface BulkAction<Row> {
  label: string;
  icon?: IconName;
  /** Receives the selected rows that are loaded, and the keys of all selected ones; `clear` ends the selection. */
  run: (rows: readonly Row[], keys: readonly string[], clear: () => void) => void;
}

interface TableFooterProps {
  /** The number of rows on all pages. */
  count: number;
  /** Undefined for a table without pages. */
  paging: PagingProps | undefined;
  /** The bulk actions; undefined while no row is selected. */
  chosen: ReactNode;
  note?: string | undefined;
}

/** The line below the rows: the selection and its actions, the row count, and the page controls. */
export function TableFooter({ count, paging, chosen, note }: TableFooterProps) {
  return (
    <div className="flex min-h-10 shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-1 text-muted">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        {chosen ?? (
          <span className="tabular-nums">
            {/* The page controls show the row count themselves. */}
            {[!paging && `${count.toLocaleString("en")} ${count === 1 ? "row" : "rows"}`, note]
              .filter(Boolean)
              .join(", ")}
          </span>
        )}
      </div>
      {paging && <Paging {...paging} />}
    </div>
  );
}

interface PagingProps {
  /** The table's caption. */
  caption: string;
  view: TableView;
  sizes: "all" | "simple";
  /** The number of paged items: rows or groups. */
  count: number;
}

function Paging({ caption, count, view, sizes }: PagingProps) {
  const { pageSize, changePage, changePageSize } = view;
  const pages = Math.max(1, Math.ceil(count / pageSize));
  const index = Math.min(view.pageIndex, pages - 1);
  const offered = new Set<number>([...(sizes === "all" ? PAGE_SIZES : SIMPLE_PAGE_SIZES), pageSize]);
  const first = count === 0 ? 0 : index * pageSize + 1;
  return (
    <nav aria-label={`${caption}: pages`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="whitespace-nowrap tabular-nums">
        {first.toLocaleString("en")}–{Math.min(count, (index + 1) * pageSize).toLocaleString("en")} of{" "}
        {count.toLocaleString("en")}
      </span>
      <span className="relative flex items-center rounded-md focus-within:outline-2 focus-within:outline-focus hover:bg-hover">
        <select
          aria-label="Rows per page"
          value={pageSize}
          onChange={(event) => changePageSize(Number(event.target.value))}
          className="h-8 cursor-pointer appearance-none bg-transparent [field-sizing:content] pr-6 pl-2 text-muted tabular-nums outline-none"
        >
          {[...offered]
            .sort((a, b) => a - b)
            .map((size) => (
              <option key={size} value={size}>
                {size} rows
              </option>
            ))}
        </select>
        <Icon name="chevron-down" size={14} className="pointer-events-none absolute right-1.5 text-faint" />
      </span>
      <span className="flex items-center gap-1 whitespace-nowrap tabular-nums">
        Page <PageNumber key={index} index={index} pages={pages} change={changePage} /> of {pages.toLocaleString("en")}
      </span>
      <span className="flex items-center">
        <Step icon="chevrons-left" label="First page" isPossible={index > 0} go={() => changePage(0)} />
        <Step icon="chevron-left" label="Previous page" isPossible={index > 0} go={() => changePage(index - 1)} />
        <Step icon="chevron-right" label="Next page" isPossible={index < pages - 1} go={() => changePage(index + 1)} />
        <Step icon="chevrons-right" label="Last page" isPossible={index < pages - 1} go={() => changePage(pages - 1)} />
      </span>
    </nav>
  );
}

interface StepProps {
  icon: IconName;
  label: string;
  isPossible: boolean;
  go: () => void;
}

const Step = ({ icon, label, isPossible, go }: StepProps) => (
  <Button
    look="quiet"
    aria-label={label}
    title={label}
    disabled={!isPossible}
    onClick={go}
    icon={icon}
    className="size-8 px-0"
  />
);

/** A number outside of the valid range becomes the nearest page when the field is left. */
function PageNumber({ index, pages, change }: { index: number; pages: number; change: (index: number) => void }) {
  const [typed, setTyped] = useState(String(index + 1));
  const go = () => {
    const page = Math.min(pages, Math.max(1, Math.round(Number(typed)) || index + 1));
    setTyped(String(page));
    if (page !== index + 1) change(page - 1);
  };
  return (
    <input
      type="number"
      aria-label="Page number"
      min={1}
      max={pages}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={go}
      onKeyDown={(event) => event.key === "Enter" && go()}
      className="h-7 w-12 rounded-sm border border-line-strong bg-surface px-1.5 text-right text-text tabular-nums [appearance:textfield] focus-visible:outline-offset-0 max-shell:text-[1rem]"
    />
  );
}
