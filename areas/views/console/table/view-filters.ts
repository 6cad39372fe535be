// The filters of a view's table: a search, a filter for each health column and each column with `filter`, and filters
// that are set from the menu of a cell.
import type { FilterOption, FilterSet } from "#console/widgets/filter/filter-set.ts";
import type { Readers } from "#console/widgets/filter/filter-rows.ts";
import { capitalise, titleOf } from "#lib/text/words.ts";
import type { ViewAnswer } from "../../contract.ts";
import { type PlacedColumn, textOf, valueOfCell, type ViewRow } from "./cell-values.ts";
import { itemsOf } from "./view-columns.tsx";

const filterable = ["string", "boolean", "health", "status", "config_item", "labels"];
/** Filters with more options are hard to use, and computing them is slow. */
const MAX_OPTIONS = 200;

export interface TableFilters {
  set: FilterSet;
  /** The filter of a column. */
  nameOf: (column: string) => string | undefined;
  readers: Readers<ViewRow>;
}

/** `prefix` is for the URL parameters, because a page can have several tables. */
export function tableFilters(columns: readonly PlacedColumn[], prefix: string): TableFilters {
  const filtered = columns.filter(({ type }) => filterable.includes(type));
  const nameOf = (column: string) => `${prefix}where.${column}`;
  const isFiltered = (column: string) => filtered.some(({ name }) => name === column);
  const texts = new WeakMap<ViewRow, string>();
  const textIn = (row: ViewRow) => {
    const known = texts.get(row) ?? columns.map((column) => textOf(valueOfCell(column, row) ?? "")).join("\n");
    texts.set(row, known);
    return known;
  };
  return {
    set: {
      [`${prefix}search`]: { type: "search", label: "Search" },
      ...Object.fromEntries(
        filtered.map(({ name, type, filter }) => [
          nameOf(name),
          {
            type: type === "labels" ? ("tags" as const) : ("states" as const),
            label: titleOf(name),
            ...(!filter && type !== "health" && { isChipOnly: true as const }),
          },
        ]),
      ),
    },
    nameOf: (column) => (isFiltered(column) ? nameOf(column) : undefined),
    readers: {
      [`${prefix}search`]: textIn,
      ...Object.fromEntries(filtered.map((column) => [nameOf(column.name), (row: ViewRow) => itemsOf(column, row)])),
    },
  };
}

/** The options of each filter: the options that the server sent, or the values in the rows. */
export function filterOptions(
  columns: readonly PlacedColumn[],
  rows: readonly ViewRow[],
  { columnOptions }: Pick<ViewAnswer, "columnOptions">,
  nameOf: TableFilters["nameOf"],
): Readonly<Record<string, readonly FilterOption[]>> {
  return Object.fromEntries(
    columns.flatMap((column) => {
      const name = nameOf(column.name);
      if (name === undefined || !(column.filter ?? column.type === "health")) return [];
      const { list, labels } = columnOptions[column.name] ?? {};
      const values =
        list ??
        (labels && Object.entries(labels).flatMap(([key, texts]) => texts.map((text) => `${key}:${text}`))) ??
        [...new Set(rows.flatMap((row) => itemsOf(column, row)))].sort();
      const options = values
        .slice(0, MAX_OPTIONS)
        .map((value) => ({ value, ...(column.type === "health" && { label: capitalise(value) }) }));
      return [[name, options]];
    }),
  );
}
