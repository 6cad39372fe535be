// Where a table's rows come from: a list, a query that brings one, or a query that brings one page of many.

export interface PageOfRows<Row> {
  rows: readonly Row[];
  /** How many there are on all pages. */
  total: number;
}

/** What a table needs of a query. */
export interface RowsQuery<Row> {
  data: readonly Row[] | PageOfRows<Row> | undefined;
  isError: boolean;
  error: unknown;
  isFetching: boolean;
  refetch(): Promise<unknown>;
}

/** Undefined while they are on their way. */
export type RowSource<Row> = readonly Row[] | undefined | RowsQuery<Row>;

export interface SourceState<Row> {
  rows: readonly Row[] | undefined;
  total: number;
  isFetching: boolean;
  /** Only when there is nothing to show instead: what was read before stays, and the page says since when. */
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
