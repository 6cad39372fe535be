import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { askInLines } from "#console/client/lines.ts";
import { type LogLine, type LogsAnswer, searchLogs } from "../../contract.ts";
import { bodyOf, type LogRequest, matchOf, type Span, spanOf } from "./request.ts";

/** The number of bytes that a file search has read. */
export interface SearchProgress {
  searched: number;
  total: number;
}

interface LinePage extends LogsAnswer {
  span: Span;
}

/** The next page continues in the same range. */
interface PagePoint {
  cursor: string;
  span: Span;
}

const PAGE = 500;
/** The level of a line is known only after it is read, so a search by level reads more lines per page. */
const LEVEL_PAGE = 2_000;
/** Maximum number of loaded lines. For more lines, a download or a narrower search is better. */
const MAX_PAGES = 40;

export interface Search {
  lines: readonly LogLine[];
  /** Undefined until the first page has arrived. */
  span: Span | undefined;
  warnings: readonly string[];
  progress: SearchProgress | undefined;
  error: unknown;
  isPending: boolean;
  isFetching: boolean;
  /** Whether the lines belong to the previous search. */
  isPrevious: boolean;
  /** Whether the user cancelled the search before its first page arrived. */
  isCancelled: boolean;
  hasMore: boolean;
  /** Whether there may be more lines than the page loads. */
  isFull: boolean;
  loadMore: () => void;
  refresh: () => void;
  cancel: () => void;
}

/** Searches lines, newest first, page by page. */
export function useSearch(request: LogRequest | undefined): Search {
  const cache = useQueryClient();
  const [progress, setProgress] = useState<SearchProgress>();
  const queryKey = ["call", searchLogs.method, searchLogs.path, request];
  const query = useInfiniteQuery({
    queryKey,
    enabled: request !== undefined,
    initialPageParam: undefined as PagePoint | undefined,
    queryFn: async ({ signal, pageParam: point }): Promise<LinePage> => {
      const span = point?.span ?? spanOf(request!);
      setProgress(undefined);
      const body = {
        ...bodyOf(request!, span),
        match: matchOf(request!.level),
        limit: request!.level === "" ? PAGE : LEVEL_PAGE,
        ...(point && { cursor: point.cursor }),
      };
      const found = await askInLines<NonNullable<typeof searchLogs.shape>, SearchProgress>(
        searchLogs,
        { body },
        { signal, onProgress: setProgress },
      );
      return { ...found, span };
    },
    getNextPageParam: ({ cursor, span }): PagePoint | undefined =>
      cursor === undefined ? undefined : { cursor, span },
    placeholderData: keepPreviousData,
    // Lines do not change, so only the user or the live view requests newer lines.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isExternal: true },
    retry: false,
  });
  const { data, hasNextPage, isFetching, isError } = query;
  const failure = useFailure(query, request ? JSON.stringify(request) : "");
  const lines = useMemo(() => uniqueLines(data?.pages ?? []), [data]);
  const isFull = hasNextPage && (data?.pages.length ?? 0) >= MAX_PAGES;
  const canLoad = hasNextPage && !isFetching && !isError && !isFull;
  return {
    lines,
    span: data?.pages[0]?.span,
    warnings: useMemo(() => [...new Set(data?.pages.flatMap(({ warnings = [] }) => warnings))], [data]),
    progress: isFetching ? progress : undefined,
    error: failure,
    isPending: query.isPending && request !== undefined && !failure,
    isFetching,
    isPrevious: query.isPlaceholderData,
    isCancelled: query.isPending && query.fetchStatus === "idle" && request !== undefined,
    hasMore: hasNextPage && !isFull,
    isFull,
    loadMore: () => {
      if (canLoad) void query.fetchNextPage();
    },
    refresh: () => {
      // Only the first page is read again, because the other pages continue from it.
      cache.setQueryData<InfiniteData<LinePage, PagePoint | undefined>>(queryKey, (known) =>
        known ? { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) } : known,
      );
      void query.refetch();
    },
    cancel: () => void cache.cancelQueries({ queryKey }),
  };
}

interface Outcome {
  isError: boolean;
  error: unknown;
  data: unknown;
}

/** The query clears its error during a retry. The page keeps showing the error, so that it does not flicker. */
function useFailure({ isError, error, data }: Outcome, of: string): unknown {
  const [kept, setKept] = useState<{ error: unknown; of: string }>();
  if (isError && kept?.error !== error) setKept({ error, of });
  else if (!isError && kept && (data !== undefined || kept.of !== of)) setKept(undefined);
  return isError ? error : data === undefined && kept && kept.of === of ? kept.error : undefined;
}

/** A line at the boundary of two pages can be in both. */
function uniqueLines(pages: readonly LinePage[]): LogLine[] {
  const seen = new Set<string>();
  return pages.flatMap(({ results }) =>
    results.filter(({ id }) => {
      if (seen.has(id)) return false;
      seen.add(id);
      return true;
    }),
  );
}
