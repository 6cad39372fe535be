import type { ReactNode } from "react";
import { ErrorPage } from "../error/ErrorPage.tsx";
import { TextSkeleton } from "../skeleton/Skeletons.tsx";

interface Found<Row> {
  data: readonly Row[] | undefined;
  isError: boolean;
  isFetching: boolean;
  error: unknown;
  refetch(): Promise<unknown>;
}

interface PanelRowsProps<Row> {
  label: string;
  found: Found<Row>;
  keyOf: (row: Row) => string;
  renderRow: (row: Row) => ReactNode;
  /** Content after the rows, such as a link to all rows. */
  more?: ReactNode;
}

/** The rows of a panel, or the reason why there are no rows. */
export function PanelRows<Row>({ label, found, keyOf, renderRow, more }: PanelRowsProps<Row>) {
  const { data } = found;
  if (!data && found.isError)
    return <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />;
  if (!data) return <TextSkeleton label={label} lines={3} />;
  if (data.length === 0) return <p className="text-muted">No details found</p>;
  return (
    <>
      <ul aria-label={label} className="flex min-w-0 flex-col">
        {data.map((one) => (
          <li
            key={keyOf(one)}
            className="flex min-h-7 min-w-0 items-center gap-2 border-b border-line py-1 last:border-b-0"
          >
            {renderRow(one)}
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}
