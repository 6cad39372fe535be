import { type ReactNode, useState } from "react";
import { Icon } from "#console/widgets/Icon.tsx";

export interface ReportColumn<Row> {
  title: string;
  /** The value to sort by. If the column has no `cell`, this value is also shown. */
  value: (row: Row) => string | number | undefined;
  cell?: (row: Row) => ReactNode;
  align?: "right";
  /** Keeps short values, such as a status, on one line. */
  isShort?: boolean;
  /** Gives the column all remaining width. */
  isWide?: boolean;
}

interface ReportTableProps<Row> {
  caption: string;
  columns: readonly ReportColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** The number of rows that the screen shows at first. Paper always shows all rows. */
const firstRows = 15;

type Sort = { column: number; isDescending: boolean };

/** A table of the report. The page contains all rows, so that printing and the search of the browser include them. */
export function ReportTable<Row>({ caption, columns, rows, keyOf }: ReportTableProps<Row>) {
  const [sort, setSort] = useState<Sort>();
  const [isWhole, setWhole] = useState(false);
  const shown = sort ? sorted(rows, columns[sort.column]!, sort.isDescending) : rows;
  if (rows.length === 0) return <p className="text-muted">No data available</p>;
  const toggle = (column: number) =>
    setSort((before) =>
      before?.column !== column
        ? { column, isDescending: false }
        : before.isDescending
          ? undefined
          : { column, isDescending: true },
    );
  return (
    <>
      <div
        role="group"
        aria-label={caption}
        // On a phone, a wide table scrolls. It is focusable, so that the keyboard can scroll it.
        tabIndex={0}
        className="scroll-hint overflow-x-auto rounded-md border border-line paper:overflow-visible paper:border-0 paper:[background:none]"
      >
        <table className="w-full border-collapse text-left">
          <caption className="sr-only">{caption}</caption>
          <thead className="paper:table-header-group">
            <tr className="border-b border-line">
              {columns.map(({ title, align, isWide }, index) => (
                <th
                  key={title}
                  scope="col"
                  aria-sort={sort?.column !== index ? "none" : sort.isDescending ? "descending" : "ascending"}
                  className={`px-3 py-1 font-medium whitespace-nowrap text-muted ${align === "right" ? "text-right" : ""} ${isWide ? "w-full" : ""}`}
                >
                  {/* Chromium repeats the text of a heading on every printed page, but no button. */}
                  <span className="hidden paper:inline">{title}</span>
                  <button
                    type="button"
                    className="inline-flex min-h-6 min-h-touch items-center gap-1 hover:text-text paper:hidden"
                    onClick={() => toggle(index)}
                  >
                    {title}
                    {sort?.column === index && <Icon name={sort.isDescending ? "arrow-down" : "arrow-up"} size={14} />}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <tr
                key={keyOf(row)}
                className={`break-inside-avoid border-b border-line last:border-b-0 ${index >= firstRows && !isWhole ? "hidden paper:table-row" : ""}`}
              >
                {columns.map(({ title, value, cell, align, isShort, isWide }) => (
                  <td
                    key={title}
                    className={`px-3 py-1.5 align-top ${align === "right" ? "text-right tabular-nums" : ""} ${isShort ? "whitespace-nowrap" : "wrap-anywhere"}`}
                  >
                    {/* Browsers ignore the minimum width of a cell. */}
                    <div className={isWide ? "min-w-56" : isShort ? "" : "min-w-28"}>
                      {cell ? cell(row) : value(row)}
                    </div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > firstRows && (
        <button
          type="button"
          aria-expanded={isWhole}
          className="mt-2 min-h-touch text-link hover:underline paper:hidden"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? `Show the first ${firstRows}` : `Show all ${rows.length.toLocaleString("en")}`}
        </button>
      )}
    </>
  );
}

function sorted<Row>(rows: readonly Row[], { value }: ReportColumn<Row>, isDescending: boolean): readonly Row[] {
  const compare = (a: Row, b: Row) => {
    const [left, right] = [value(a) ?? "", value(b) ?? ""];
    return typeof left === "number" && typeof right === "number"
      ? left - right
      : String(left).localeCompare(String(right), "en", { numeric: true });
  };
  return rows.toSorted((a, b) => (isDescending ? compare(b, a) : compare(a, b)));
}
