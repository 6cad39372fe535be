import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { ask } from "#console/client/call.ts";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { Drawer } from "#console/widgets/dialog/Drawer.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { Spinner } from "#console/widgets/Spinner.tsx";
import { useMedia } from "#console/widgets/use-media.ts";
import { printTag } from "#language/tags.ts";
import { tagGroup, withState } from "#language/tri-state.ts";
import { type LogLine, searchLogs } from "../../contract.ts";
import { ContextDialog } from "../detail/ContextDialog.tsx";
import { LineDetail } from "../detail/LineDetail.tsx";
import { defaultColumns, shownColumns } from "../list/columns.ts";
import { LogList } from "../list/LogList.tsx";
import { wordsOf } from "#console/widgets/lines/marks.ts";
import type { LineSelection } from "../list/selection.ts";
import type { Live } from "../live/use-live.ts";
import { bodyOf, type LogRequest } from "../search/request.ts";
import { sharedAddress } from "./shared-address.ts";
import type { Logs } from "./use-logs.ts";

interface LinesViewProps {
  logs: Logs;
  lines: readonly LogLine[];
  /** The number of new lines that are held back. */
  waiting: number;
  request: LogRequest;
  selection: LineSelection;
  find: (query: string) => void;
}

/** The line in the URL, if the search has not returned it. */
const linkedLine = (request: LogRequest, { line, at }: { line: string; at: string }) => ({
  queryKey: ["call", "log line", request.id, request.name, request.backend, line, at],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const time = Date.parse(at);
    const body = {
      ...bodyOf({ ...request, query: "", language: "words", labels: {} }, { start: time, end: time }),
      start: at,
      end: at,
    };
    const { results } = await ask(searchLogs, { body }, { signal });
    return results.find(({ id }) => id === line) ?? null;
  },
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { isExternal: true } as const,
});

/** The list of lines, next to the details of the open line. */
export function LinesView({ logs, lines, waiting, request, selection, find }: LinesViewProps) {
  const { url, change, search, live, isLive } = logs;
  const timeZone = useTimeZone();
  const isStacked = useMedia("(width < 50rem)");
  const isWide = useMedia("(width >= 72rem)");
  const words = useMemo(() => wordsOf(url.query, url.language), [url.query, url.language]);
  // While details are open, the source column is hidden to make space for the message, unless the user has chosen the
  // columns.
  const isCramped = useMedia("(72rem <= width < 88rem)") && url.line !== "" && url.columns === defaultColumns;
  const columns = shownColumns(isCramped ? ["time", "level"] : url.columns, lines).join(",");
  const look = useMemo(
    () => ({ columns: columns.split(",").filter(Boolean), wraps: url.wrap, isStacked, words, timeZone }),
    [columns, url.wrap, isStacked, words, timeZone],
  );
  const open = useCallback(
    ({ id, timestamp }: LogLine) => void change({ line: id, at: timestamp }, { replace: true }),
    [change],
  );
  const close = useCallback(
    () => void change({ line: undefined, at: undefined, context: undefined }, { replace: true }),
    [change],
  );
  const listed = useMemo(
    () => (url.line === "" ? undefined : lines.find(({ id }) => id === url.line)),
    [lines, url.line],
  );
  const { data: linked } = useQuery({
    ...linkedLine(request, url),
    enabled: url.line !== "" && url.at !== "" && !listed && !search.isPending,
  });
  const shown = listed ?? linked ?? undefined;
  const details = shown && (
    <LineDetail
      line={shown}
      words={words}
      columns={url.columns}
      filterBy={(name, value, isExcluded) =>
        void change({
          labels: withState(url.labels, printTag(name, value), isExcluded ? "exclude" : "include", {
            groupOf: tagGroup,
          }),
        })
      }
      toggleColumn={(name) =>
        void change(
          {
            columns: url.columns.includes(name)
              ? url.columns.filter((other) => other !== name)
              : [...url.columns, name],
          },
          { replace: true },
        )
      }
      search={find}
      showContext={() => void change({ context: true }, { replace: true })}
      link={() => sharedAddress(location.href, request)}
    />
  );
  return (
    <div className="relative flex min-h-0 flex-1">
      <div
        aria-busy={search.isPrevious}
        className="flex min-w-0 flex-1 flex-col transition-opacity aria-busy:opacity-60"
      >
        <LogList
          lines={lines}
          look={look}
          openId={url.line}
          open={open}
          close={close}
          selection={selection}
          hasMore={search.hasMore}
          loadMore={search.loadMore}
          onTop={(isAtTop) => live.hold(!isAtTop)}
          end={<End logs={logs} />}
        />
      </div>
      {isLive && waiting > 0 && <NewLines live={live} waiting={waiting} />}
      {isWide
        ? details && (
            <aside
              aria-label="Details of the line"
              className="ml-4 flex w-104 shrink-0 flex-col overflow-y-auto border-t border-l border-line bg-surface p-4 pt-2"
            >
              <div className="flex items-center justify-between pb-2">
                <h2 className="text-title font-semibold">Line</h2>
                <IconButton icon="x" label="Close details" onClick={close} />
              </div>
              {details}
            </aside>
          )
        : !isWide && (
            <Drawer isOpen={shown !== undefined && !url.context} onClose={close} title="Line">
              {details}
            </Drawer>
          )}
      {shown && (
        <ContextDialog
          key={shown.id}
          request={request}
          line={shown}
          words={words}
          isOpen={url.context}
          close={() => void change({ context: undefined }, { replace: true })}
        />
      )}
    </div>
  );
}

/** New lines that wait while the view is paused, or while older lines are read. */
function NewLines({ live, waiting }: { live: Live; waiting: number }) {
  const show = () => {
    document.querySelector('[role="grid"][aria-label="Log lines"]')?.scrollTo({ top: 0 });
    live.pause(false);
    live.hold(false);
  };
  return (
    <div className="pointer-events-none absolute inset-x-0 top-9 z-20 flex justify-center">
      <Button look="primary" icon="arrow-up" onClick={show} className="pointer-events-auto animate-rise shadow-raised">
        {waiting.toLocaleString("en")} new {waiting === 1 ? "line" : "lines"}
      </Button>
    </div>
  );
}

const End = ({ logs: { search } }: { logs: Logs }) =>
  search.isFetching && !search.isPrevious ? (
    <>
      <Spinner size={14} /> Loading older lines
    </>
  ) : search.hasMore ? (
    <Button look="quiet" onClick={search.loadMore}>
      Load older lines
    </Button>
  ) : search.isFull ? (
    "Narrow the search to see older lines"
  ) : (
    "No older lines in this time range"
  );
