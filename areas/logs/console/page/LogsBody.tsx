import { type ComponentProps, useCallback, useEffect, useEffectEvent } from "react";
import { messageOf } from "#console/client/failure.ts";
import { Slot } from "#console/shell/Slot.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { copyText, downloadFile } from "#console/widgets/copy-or-save.ts";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { BulkBar } from "#console/widgets/table/BulkBar.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { NARROW_TABLE, useMedia } from "#console/widgets/use-media.ts";
import { Patterns } from "../patterns/Patterns.tsx";
import type { LogRequest } from "../search/request.ts";
import { type LineSelection, useLineSelection } from "../list/selection.ts";
import { printLines } from "./download.ts";
import { LinesView } from "./LinesView.tsx";
import { LiveControl } from "./LiveControl.tsx";
import { ListTools } from "./ListTools.tsx";
import { LogsHistogram } from "./LogsHistogram.tsx";
import { CancelledSearch, NoLines, WaitingLines } from "./LogsStates.tsx";
import { type Logs, useShownLines } from "./use-logs.ts";

interface LogsBodyProps {
  logs: Logs;
  request: LogRequest;
}

/** The histogram, and the lines or their patterns below it. */
export function LogsBody({ logs, request }: LogsBodyProps) {
  const { url, change, changeRange, search, live, isLive, follow } = logs;
  const { lines, waiting } = useShownLines(logs);
  const isPhone = useMedia(NARROW_TABLE);
  const selection = useLineSelection(lines);
  const { hasMore, isFetching } = search;
  // A page of results can be empty even if older lines match.
  const isSearching = isFetching || (hasMore && search.error === undefined);
  const more = useEffectEvent(search.loadMore);
  useEffect(() => {
    if (lines.length === 0 && hasMore && !isFetching) more();
  }, [lines.length, hasMore, isFetching]);
  const changeView = useCallback<ComponentProps<typeof ListTools>["change"]>(
    (changes) => void change(changes, { replace: true }),
    [change],
  );
  const find = (query: string) => void change({ query, language: undefined, view: "lines" });
  return (
    <>
      {!(search.error && search.span === undefined) && (
        <LogsHistogram request={request} isLive={isLive} change={changeRange} />
      )}
      <ListTools
        url={url}
        change={changeView}
        search={search}
        lines={lines}
        isLive={isLive}
        liveControl={isPhone && <LiveControl isLive={isLive} live={live} change={follow} />}
      />
      <Warnings warnings={[...search.warnings, ...live.warnings]} />
      {url.view === "patterns" ? (
        <Patterns request={request} search={find} narrow={(query) => void change({ query, language: undefined })} />
      ) : search.error && search.span === undefined ? (
        <div className="mx-auto w-full max-w-xl flex-1 p-6">
          <ErrorPage error={search.error} retry={search.refresh} isRetrying={search.isFetching} />
        </div>
      ) : search.isCancelled ? (
        <CancelledSearch search={search.refresh} />
      ) : search.isPending || (lines.length === 0 && isSearching) ? (
        <WaitingLines />
      ) : lines.length === 0 ? (
        <NoLines
          isFiltered={request.query !== "" || request.level !== "" || Object.keys(request.labels).length > 0}
          isLive={isLive}
          clear={() => void change({ query: undefined, level: undefined, labels: undefined })}
          changeRange={(range) => void changeRange(range)}
        />
      ) : (
        <>
          {search.error !== undefined && (
            <p role="alert" className="flex items-center gap-2 pb-2 text-unhealthy-text">
              <StatusMark meaning="unhealthy" />
              <span className="min-w-0 wrap-anywhere">Further lines cannot be loaded. {messageOf(search.error)}</span>
              <Button icon="refresh-cw" onClick={search.refresh}>
                Try again
              </Button>
            </p>
          )}
          <LinesView {...{ logs, lines, waiting, request, selection, find }} />
          {selection.lines.length > 0 && (
            <Selected selection={selection} total={lines.length} componentId={request.id} />
          )}
        </>
      )}
    </>
  );
}

/** Systems that could not be read. The lines of the other systems are shown. */
function Warnings({ warnings }: { warnings: readonly string[] }) {
  const all = [...new Set(warnings)];
  if (all.length === 0) return null;
  return (
    <div
      role="status"
      className="mb-2 flex shrink-0 items-start gap-2 rounded-md border border-line bg-surface px-3 py-2"
    >
      <span className="flex h-5 items-center">
        <StatusMark meaning="warning" />
      </span>
      <div className="min-w-0">
        <p className="font-medium">Some systems could not be read. The lines of the others are shown.</p>
        <ul className="text-muted">
          {all.slice(0, 5).map((warning) => (
            <li key={warning} className="wrap-anywhere">
              {warning}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

interface SelectedProps {
  selection: LineSelection;
  total: number;
  componentId: string | undefined;
}

const actions = [
  { label: "Copy", icon: "copy" },
  { label: "Download", icon: "download" },
] as const;

/** The selected lines and the actions for them; other areas can add actions. */
function Selected({ selection, total, componentId }: SelectedProps) {
  const { lines, clear, selectAll } = selection;
  const run = async (index: number) => {
    const text = printLines(lines, "log");
    if (index === 1) downloadFile("lines.log", text);
    else if (await copyText(text)) toast.success("Copied to clipboard");
  };
  return (
    <BulkBar
      actions={actions}
      run={(index) => void run(index)}
      selected={lines.length}
      total={total}
      selectAll={selectAll}
      clear={clear}
    >
      <Slot name="log_lines.actions" of={{ lines: lines.toReversed(), component_id: componentId, clear }} />
    </BulkBar>
  );
}
