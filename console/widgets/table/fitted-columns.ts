// Adapts columns to their content: to the person's date format, and to whether at least one row has a value.
import { useMemo } from "react";
import { usePreference } from "#console/preference.ts";
import { listDateFormat } from "#console/preferences/preferences.ts";
import { type Column, textOf, valueOf } from "./column.ts";

/** The width difference between a date and an age, in pixels. */
const SHORTER = 64;

export function useFittedColumns<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[] | undefined,
): readonly Column<Row>[] {
  const hasDates = usePreference(listDateFormat) !== "short";
  // Compared as text, so that new rows do not create new columns, which would render every row again.
  const empty = useMemo(() => JSON.stringify(emptyColumns(columns, rows ?? [])), [columns, rows]);
  return useMemo(() => {
    const hidden = new Set(JSON.parse(empty) as string[]);
    return columns.map((column) => {
      if (hidden.has(column.id)) return { ...column, isHidden: true as const };
      const { width } = column;
      return column.isTime && !hasDates && width !== undefined ? { ...column, width: width - SHORTER } : column;
    });
  }, [columns, empty, hasDates]);
}

/** The columns that are hidden because no row has a value. Without rows, all columns stay. */
export const emptyColumns = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] =>
  rows.length === 0
    ? []
    : columns
        .filter((column) => column.isHiddenIfEmpty && rows.every((row) => isNothing(textOf(valueOf(column, row)))))
        .map(({ id }) => id);

/**
 * Whether a cell has no value. Numbers by kind are stored as JSON, so an empty object or list also counts as no value.
 */
const isNothing = (text: string) => text === "" || text === "{}" || text === "[]" || text === "0";
