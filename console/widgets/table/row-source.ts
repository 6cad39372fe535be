// The source of a table's rows: a list, a query for a list, or a query for one page.

export interface PageOfRows<Row> {
  rows: readonly Row[];
  /** The number of rows on all pages. */
  total: number;
}

/** The properties of a query that the table uses. */
export interface RowsQuery<Row> {
  data: readonly Row[] | PageOfRows<Row> | undefined;
  isError: boolean;
  error: unknown;
  isFetching: boolean;
  refetch(): Promise<unknown>;
}

/** Undefined while the rows load. */
export type RowSource<Row> = readonly Row[] | undefined | RowsQuery<Row>;

export interface SourceState<Row> {
  rows: readonly Row[] | undefined;
  total: number;
  isFetching: boolean;
  /** Set only if no earlier data exists. Otherwise the earlier data stays visible, and the page shows its age. */
  failure: { error: unknown; retry: () => void } | undefined;
}

export function readSource<Row>(source: RowSource<Row>): SourceState<Row> {
  if (source === undefined || isList(source))
    return { rows: source, total: source?.length ?? 0, isFetching: false, failure: undefined };
  const { data, isError, error, isFetching, refetch } = source;
  const failure = isError && data === undefined ? { error, retry: () => void refetch() } : undefined;
  if (data === undefined) return { rows: undefined, total: 0, isFetching, failure };
  return isList(data)
    ? { rows: data, total: data.length, isFetching, failure }
    : { rows: data.rows, total: data.total, isFetching, failure };
}

const isList = <Row>(source: RowSource<Row> | PageOfRows<Row>): source is readonly Row[] => Array.isArray(source);
