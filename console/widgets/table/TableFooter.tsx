import { type ReactNode, useState } from "react";
import { Button } from "../Button.tsx";
import { Icon, type IconName } from "../Icon.tsx";
import { DEFAULT_PAGE_SIZE, offeredSizes, type PageSizes } from "./page-size.ts";
import type { TableView } from "./table-view.ts";

interface TableFooterProps {
  /** The number of rows on all pages. */
  count: number;
  /** Undefined for a table without pages. */
  paging: PagingProps | undefined;
  note?: string | undefined;
  footnote?: ReactNode;
  /** Shows one line without the rarely used controls. */
  isNarrow: boolean;
  /** Separates the footer from the scrolling rows. */
  hasBorder: boolean;
}

/** The line below the rows: the row count, and the page controls if there are several pages. */
export function TableFooter({ count, paging, note, footnote, isNarrow, hasBorder }: TableFooterProps) {
  const hasPages = paging !== undefined && paging.count > paging.view.pageSize;
  // The page size is also shown if all rows fit on one page only because it was increased, so that it can be changed
  // back.
  const hasSize = paging !== undefined && !isNarrow && (hasPages || paging.count > DEFAULT_PAGE_SIZE);
  return (
    <div
      className={`flex min-h-10 shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-1 text-muted ${hasBorder ? "border-t border-line" : ""}`}
    >
      <span className="tabular-nums empty:hidden">
        {/* The page controls show the row count themselves. */}
        {[!hasPages && `${count.toLocaleString("en")} ${count === 1 ? "row" : "rows"}`, note]
          .filter(Boolean)
          .join(", ")}
        {footnote && <> · {footnote}</>}
      </span>
      {hasPages && isNarrow && <ShortPaging {...paging} />}
      {hasSize && (hasPages ? <Paging {...paging} /> : <PageSize {...paging} />)}
    </div>
  );
}

export interface PagingProps {
  /** The table's caption. */
  caption: string;
  view: TableView;
  sizes: PageSizes;
  /** The number of paged items: rows or groups. */
  count: number;
}

const pagesOf = ({ count, view }: PagingProps) => {
  const pages = Math.max(1, Math.ceil(count / view.pageSize));
  return { pages, index: Math.min(view.pageIndex, pages - 1) };
};

function ShortPaging(props: PagingProps) {
  const { pages, index } = pagesOf(props);
  const { changePage } = props.view;
  return (
    <nav aria-label={`${props.caption}: pages`} className="flex flex-1 items-center justify-between">
      <ShownRows {...props} />
      <span className="-mr-2 flex items-center">
        <Step icon="chevron-left" label="Previous page" isPossible={index > 0} go={() => changePage(index - 1)} />
        <Step icon="chevron-right" label="Next page" isPossible={index < pages - 1} go={() => changePage(index + 1)} />
      </span>
    </nav>
  );
}

function ShownRows(props: PagingProps) {
  const { index } = pagesOf(props);
  const { pageSize } = props.view;
  return (
    <span className="whitespace-nowrap tabular-nums">
      {(index * pageSize + 1).toLocaleString("en")}–{Math.min(props.count, (index + 1) * pageSize).toLocaleString("en")}{" "}
      of {props.count.toLocaleString("en")}
    </span>
  );
}

const PageSize = ({ view: { pageSize, changePageSize }, sizes }: PagingProps) => (
  <span className="relative flex items-center rounded-md focus-within:outline-2 focus-within:outline-focus hover:bg-hover">
    <select
      aria-label="Rows per page"
      value={pageSize}
      onChange={(event) => changePageSize(Number(event.target.value))}
      className="h-control cursor-pointer appearance-none bg-transparent [field-sizing:content] pr-6 pl-2 text-muted tabular-nums outline-none"
    >
      {offeredSizes(sizes, pageSize).map((size) => (
        <option key={size} value={size}>
          {size} rows
        </option>
      ))}
    </select>
    <Icon name="chevron-down" size={14} className="pointer-events-none absolute right-1.5 text-faint" />
  </span>
);

function Paging(props: PagingProps) {
  const { pages, index } = pagesOf(props);
  const { changePage } = props.view;
  return (
    <nav aria-label={`${props.caption}: pages`} className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-1">
      <ShownRows {...props} />
      <PageSize {...props} />
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
    className="size-control px-0"
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
      className="h-7 min-h-touch w-12 rounded-sm border border-line bg-surface px-1.5 text-right text-text tabular-nums [appearance:textfield] focus-visible:outline-offset-0 max-shell:text-[1rem]"
    />
  );
}
