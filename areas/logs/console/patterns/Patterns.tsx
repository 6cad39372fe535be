import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ask } from "#console/client/call.ts";
import { Button } from "#console/widgets/Button.tsx";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { Skeleton } from "#console/widgets/Skeleton.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import { searchLogs } from "../../contract.ts";
import { LevelName } from "../list/LevelName.tsx";
import { bodyOf, type LogRequest, matchOf, spanOf } from "../search/request.ts";
import { type LinePattern, partsOf, patternsOf, searchFor, searchWithout } from "./patterns.ts";

interface PatternsProps {
  request: LogRequest;
  /** Searches for this text and shows its lines. */
  search: (query: string) => void;
  /** Searches for this text and still shows patterns. */
  narrow: (query: string) => void;
}

/** The number of newest lines in which patterns are found: enough for useful counts, and few enough for the browser. */
const SAMPLE = 5_000;
const SHOWN = 100;
const TIMEOUT_MS = 90_000;

/** Groups of lines that differ only in values, largest first. */
export function Patterns({ request, search, narrow }: PatternsProps) {
  const [shown, setShown] = useState(SHOWN);
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ["call", "log patterns", request],
    queryFn: async ({ signal }) => {
      const body = { ...bodyOf(request, spanOf(request)), match: matchOf(request.level), limit: SAMPLE };
      const { results, cursor } = await ask(searchLogs, { body }, { signal, timeoutMs: TIMEOUT_MS });
      return { patterns: patternsOf(results), total: results.length, isPart: cursor !== undefined };
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isExternal: true },
    retry: false,
  });
  const largest = data?.patterns[0]?.count ?? 1;
  const rows = useMemo(() => data?.patterns.slice(0, shown) ?? [], [data, shown]);
  if (error && !data)
    return (
      <div className="mx-auto max-w-xl p-6">
        <ErrorPage error={error} retry={() => void refetch()} isRetrying={isFetching} />
      </div>
    );
  if (isPending)
    return (
      <div role="status" aria-label="Loading patterns" className="flex flex-col gap-3 py-3">
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} className="h-10 w-full" />
        ))}
      </div>
    );
  return (
    <div className="min-h-0 flex-1 overflow-y-auto pb-4">
      <p role="status" className="py-2 text-muted">
        {data.patterns.length.toLocaleString("en")} {data.patterns.length === 1 ? "pattern" : "patterns"} in{" "}
        {data.isPart ? "the newest " : ""}
        {data.total.toLocaleString("en")} {data.total === 1 ? "line" : "lines"}
      </p>
      <ul aria-label="Patterns" className="flex flex-col">
        {rows.map((pattern) => (
          <PatternRow key={pattern.hash} pattern={pattern} largest={largest} {...{ request, search, narrow }} />
        ))}
      </ul>
      {data.patterns.length > shown && (
        <Button look="quiet" className="mt-2" onClick={() => setShown(shown + SHOWN)}>
          Show {Math.min(SHOWN, data.patterns.length - shown)} more
        </Button>
      )}
    </div>
  );
}

interface PatternRowProps extends PatternsProps {
  pattern: LinePattern;
  largest: number;
}

function PatternRow({ pattern, largest, request, search, narrow }: PatternRowProps) {
  const { template, count, severity, last } = pattern;
  const [found, without] = [searchFor(template), searchWithout(request.query, template)];
  return (
    <li className="group/pattern flex flex-wrap items-start gap-x-3 gap-y-1 border-b border-line py-2">
      <div className="w-32 shrink-0">
        <p className="font-medium whitespace-nowrap tabular-nums">
          {count.toLocaleString("en")}{" "}
          <span className="font-normal text-muted">{count === 1 ? "line" : "similar lines"}</span>
        </p>
        <div aria-hidden className="mt-1 h-1 overflow-hidden rounded-full bg-sunken">
          <div
            className="h-full rounded-full bg-chart-1"
            style={{ width: `${Math.max(2, (100 * count) / largest)}%` }}
          />
        </div>
      </div>
      <div className="min-w-0 flex-1 basis-64">
        <p className="line-clamp-3 font-mono text-[0.75rem]/5 wrap-anywhere">
          {partsOf(template).map(({ text, isValue }, index) => (
            <span key={index} className={isValue ? "rounded-xs bg-sunken px-0.5 text-code-word" : undefined}>
              {text}
            </span>
          ))}
        </p>
        <p className="mt-0.5 flex gap-2 text-meta text-muted">
          {severity && <LevelName severity={severity} />}
          <span>
            last <Age since={last} />
          </span>
        </p>
      </div>
      <div className="flex shrink-0 gap-1">
        {found !== undefined && (
          <Button look="quiet" onClick={() => search(found)} aria-label={`Show lines: ${template}`}>
            Show lines
          </Button>
        )}
        {without !== undefined && (
          <Button look="quiet" onClick={() => narrow(without)} aria-label={`Exclude: ${template}`}>
            Exclude
          </Button>
        )}
      </div>
    </li>
  );
}
