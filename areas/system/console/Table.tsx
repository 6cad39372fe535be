import type { ReactNode } from "react";
import { Skeleton } from "#console/widgets/Skeleton.tsx";

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  align?: "right";
}

interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while they are on their way. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  /** What to say when there are none. */
  empty: string;
}

const WAITING = [0, 1, 2];

/** A short table, drawn as it is: nothing to sort, page or choose. Wide ones scroll sideways by themselves. */
export function Table<Row>({ caption, columns, rows, keyOf, empty }: TableProps<Row>) {
  if (rows?.length === 0) return <p className="border-b border-line py-2 text-muted">{empty}</p>;
  return (
    // Reachable by keyboard, since it scrolls.
    <div tabIndex={0} role="region" aria-label={caption} className="scroll-hint overflow-x-auto">
      <table className="w-full text-left whitespace-nowrap">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-meta text-muted">
            {columns.map(({ title, align }) => (
              <th
                key={title}
                scope="col"
                className={`h-8 pr-6 font-medium last:pr-0 ${align === "right" ? "text-right" : ""}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? WAITING.map((row) => (
                <tr key={row} className="border-b border-line">
                  {columns.map(({ title, align }) => (
                    <td key={title} className="h-8 pr-6 last:pr-0">
                      <Skeleton className={`h-3 ${align === "right" ? "ml-auto w-8" : "w-16"}`} />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => (
                <tr key={keyOf(row)} className="border-b border-line hover:bg-hover">
                  {columns.map(({ title, cell, align }) => (
                    <td
                      key={title}
                      className={`h-8 pr-6 last:pr-0 ${align === "right" ? "text-right tabular-nums" : ""}`}
                    >
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}
