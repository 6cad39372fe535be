import type { ReactNode } from "react";

interface TableToolbarProps {
  /** Whether the table is empty and not filtered. Only the page's own controls remain then, such as a time range. */
  isBare: boolean;
  filters: ReactNode;
  /** The tools of the table. */
  children: ReactNode;
}

/**
 * The toolbar above the rows: the search, the filters and the tools of the table in one line, and the active filters
 * below. The controls of a filter bar are flex items of this element. On a small screen the tools are at the right of
 * the search.
 */
export const TableToolbar = ({ isBare, filters, children }: TableToolbarProps) => (
  <div
    data-toolbar
    data-bare={isBare || undefined}
    className="group/toolbar flex shrink-0 flex-wrap items-center gap-2 pb-2 empty:hidden"
  >
    {filters}
    {children && !isBare && (
      <div className="order-1 ml-auto flex shrink-0 gap-2 self-start max-shell:order-3 max-shell:group-has-[[data-search]]/toolbar:order-1">
        {children}
      </div>
    )}
  </div>
);
