import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { messageOf } from "#console/client/failure.ts";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { Spinner } from "#console/widgets/Spinner.tsx";
import { printTimestamp } from "#lib/time/dates.ts";
import type { LogLine } from "../../contract.ts";
import { LevelBar } from "../list/LevelName.tsx";
import { LineText } from "#console/widgets/lines/LineText.tsx";
import type { LogRequest } from "../search/request.ts";
import { joined, linesAround, placeOf } from "./context-lines.ts";

interface ContextDialogProps {
  request: LogRequest;
  line: LogLine;
  words: readonly string[];
  isOpen: boolean;
  close: () => void;
}

/** Shows the lines before and after a line, including lines that do not match the search. */
export function ContextDialog({ request, line, words, isOpen, close }: ContextDialogProps) {
  const before = useInfiniteQuery({ ...linesAround(request, line, "backward"), enabled: isOpen });
  const after = useInfiniteQuery({ ...linesAround(request, line, "forward"), enabled: isOpen });
  const timeZone = useTimeZone();
  const lines = useMemo(
    () =>
      joined(
        before.data?.pages.flatMap(({ results }) => results) ?? [],
        line,
        after.data?.pages.flatMap(({ results }) => results) ?? [],
      ),
    [before.data, after.data, line],
  );
  const centre = useRef<HTMLLIElement>(null);
  const isLoaded = !before.isPending && !after.isPending;
  useEffect(() => {
    if (isOpen && isLoaded) centre.current?.scrollIntoView({ block: "center" });
  }, [isOpen, isLoaded]);
  const place = Object.values(placeOf(line)).map(decodeURIComponent).join(" / ");
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      size="large"
      title="Context"
      description={place === "" ? "All lines before and after, without the search filter" : place}
    >
      <Edge query={before} name="Show earlier lines" none="No earlier lines" />
      <ol aria-label="Lines in context" className="my-2">
        {lines.map((each) => (
          <li
            key={each.id}
            ref={each.id === line.id ? centre : undefined}
            aria-current={each.id === line.id || undefined}
            className="relative flex gap-3 py-0.5 pl-3 font-mono text-[0.75rem]/5 aria-current:bg-selected max-shell:flex-col max-shell:gap-0"
          >
            <LevelBar severity={each.severity} />
            <time dateTime={each.timestamp} className="shrink-0 text-muted tabular-nums">
              {printTimestamp(Date.parse(each.timestamp), timeZone)}
            </time>
            <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">
              <LineText text={each.message} words={words} maxLength={3_000} />
            </span>
          </li>
        ))}
      </ol>
      <Edge query={after} name="Show later lines" none="No later lines" />
    </Dialog>
  );
}

interface EdgeQuery {
  isPending: boolean;
  isError: boolean;
  error: unknown;
  isFetching: boolean;
  hasNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
  refetch: () => Promise<unknown>;
}

function Edge({ query, name, none }: { query: EdgeQuery; name: string; none: string }) {
  if (query.isPending)
    return (
      <p role="status" className="flex items-center gap-2 text-muted">
        <Spinner size={14} /> Loading lines
      </p>
    );
  if (query.isError)
    return (
      <div role="alert" className="flex items-center justify-between gap-2">
        <p className="min-w-0 text-unhealthy-text wrap-anywhere">{messageOf(query.error)}</p>
        <Button icon="refresh-cw" onClick={() => void query.refetch()}>
          Try again
        </Button>
      </div>
    );
  if (!query.hasNextPage) return <p className="text-muted">{none}</p>;
  return (
    <Button look="quiet" isBusy={query.isFetching} onClick={() => void query.fetchNextPage()}>
      {name}
    </Button>
  );
}
