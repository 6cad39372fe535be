import { useMemo } from "react";
import { oneOf, urlState, useUrl } from "#console/url/url-state.ts";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { filterRows } from "#console/widgets/filter/filter-rows.ts";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { Segments } from "#console/widgets/form/Segments.tsx";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { ascending, descending } from "#console/widgets/table/order.ts";
import { TableToolbar } from "#console/widgets/table/TableToolbar.tsx";
import { type Sort, useTableView } from "#console/widgets/table/table-view.ts";
import type { ViewAnswer } from "../../contract.ts";
import { Cards } from "./Cards.tsx";
import { type PlacedColumn, rowsOf, shownColumns, valueOfCell, type ViewRow } from "./cell-values.ts";
import { tableColumns } from "./view-columns.tsx";
import { filterOptions, tableFilters } from "./view-filters.ts";

interface ViewTableProps {
  answer: ViewAnswer;
  /** A prefix for the URL parameters, because a page can have several tables; empty for the main table. */
  prefix: string;
  /** Whether the table is the only content of the page; it then fills the page and scrolls. */
  isAlone: boolean;
}

/** The table of a view. All rows are in the browser, so sorting, filters and the export need no requests. */
export function ViewTable({ answer, prefix, isAlone }: ViewTableProps) {
  const { namespace, name, title, table, card } = answer;
  const columns = useMemo(() => shownColumns(answer), [answer]);
  const all = useMemo(() => rowsOf(answer), [answer]);
  // The filters depend on the columns only, so a refresh of the rows does not rebuild them.
  const described = JSON.stringify(columns);
  const filtering = useMemo(() => tableFilters(JSON.parse(described) as typeof columns, prefix), [described, prefix]);
  const drawn = useMemo(
    () => tableColumns(JSON.parse(described) as typeof columns, filtering.nameOf),
    [described, filtering],
  );
  const resets = useMemo(() => [`${prefix}pageIndex`], [prefix]);
  const filters = useFilters(filtering.set, { resets });
  const rows = useMemo(() => filterRows(all, filters, filtering.readers), [all, filters, filtering]);
  const options = useMemo(
    () => filterOptions(columns, all, answer, filtering.nameOf),
    [columns, all, answer, filtering],
  );
  const sort = useMemo(() => sortOf(table?.sort), [table?.sort]);
  const view = useTableView({
    ...(prefix !== "" && { name: prefix.slice(0, -1) }),
    ...(sort && { sort }),
    ...(table?.size && { pageSize: table.size, isOwnSize: true }),
  });
  const show = useMemo(() => urlState({ [`${prefix}show`]: oneOf(["", "table", "cards"], "") }), [prefix]);
  const [shown, change] = useUrl(show);
  const isCards = card !== undefined && (shown[`${prefix}show`] || (card.default ? "cards" : "table")) === "cards";
  const toolbar = (
    <FilterBar
      filters={filters}
      options={options}
      label={`${title} filters`}
      choices={
        card && (
          <Segments
            label="Show as"
            options={looks}
            value={isCards ? "cards" : "table"}
            onChange={(look) => void change({ [`${prefix}show`]: look })}
          />
        )
      }
    />
  );
  if (isCards)
    return (
      <>
        <TableToolbar isBare={false} filters={toolbar}>
          {null}
        </TableToolbar>
        <Cards label={title} columns={columns} rows={inOrder(rows, columns, view.sort)} perRow={card.columns} />
      </>
    );
  return (
    <DataTable
      id={`view.${namespace}.${name}`}
      caption={title}
      columns={drawn}
      rows={rows}
      keyOf={keyOfRow}
      view={view}
      filters={filters}
      paging={table?.size ? "client" : "none"}
      fit={isAlone ? "page" : "content"}
      toolbar={toolbar}
      empty={filters.chips.length > 0 ? "No rows match the filters" : "The view has no rows"}
      emptyIcon="columns-3"
    />
  );
}

/** `-cpu` sorts in descending order. */
export const sortOf = (text: string | undefined): Sort | undefined =>
  text ? { id: text.replace(/^[-+]/, ""), desc: text.startsWith("-") } : undefined;

const looks = [
  { value: "table", label: "Table" },
  { value: "cards", label: "Cards" },
] as const;

/** Cards have no column headers to sort by, so they use the sort order of the table. */
function inOrder(rows: readonly ViewRow[], columns: readonly PlacedColumn[], sort: Sort | undefined) {
  const column = columns.find(({ name }) => name === sort?.id);
  if (!sort || !column) return rows;
  const order = ascending(rows, (row) => valueOfCell(column, row), undefined);
  return sort.desc ? descending(order) : [...order.items, ...order.missing];
}

const keyOfRow = ({ key }: ViewRow) => key;
