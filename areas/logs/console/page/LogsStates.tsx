// The states of the page when there are no lines.
import { Link } from "@tanstack/react-router";
import { useActor } from "#console/access/access.ts";
import { Notice } from "#console/shell/Notice.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Skeleton } from "#console/widgets/Skeleton.tsx";
import { relativeRange, type TimeRange } from "#lib/time/time-range.ts";
import { AddJournal } from "../settings/AddJournal.tsx";

/** Skeleton rows with the widths of typical lines. */
export const WaitingLines = () => (
  <div
    role="status"
    aria-label="Loading log lines"
    className="flex flex-1 flex-col gap-2.5 overflow-hidden border-t border-line pt-3"
  >
    {Array.from({ length: 16 }, (_, row) => (
      <div key={row} className="flex gap-4">
        <Skeleton className="h-3.5 w-40 shrink-0" />
        <Skeleton className={`h-3.5 ${["w-3/5", "w-2/5", "w-1/2", "w-1/3"][row % 4]!}`} />
      </div>
    ))}
  </div>
);

interface NoLinesProps {
  isFiltered: boolean;
  isLive: boolean;
  clear: () => void;
  changeRange: (range: TimeRange) => void;
}

/** Shown if no line matches. Offers to clear the search or to extend the time range. */
export const NoLines = ({ isFiltered, isLive, clear, changeRange }: NoLinesProps) => (
  <div role="status" className="flex flex-1 flex-col items-center gap-1 border-t border-line px-4 py-12 text-center">
    <span className="mb-2 flex size-10 items-center justify-center rounded-full bg-sunken text-muted">
      <Icon name={isFiltered ? "filter-x" : "logs"} size={20} />
    </span>
    <p className="font-medium">There are no logs matching the search query</p>
    <p className="text-muted">
      {isLive ? "New lines appear here as they are written." : "No matching line was written in this time range."}
    </p>
    <div className="mt-3 flex flex-wrap justify-center gap-2">
      {isFiltered && <Button onClick={clear}>Clear the search</Button>}
      <Button icon="clock" onClick={() => changeRange(relativeRange("now-24h"))}>
        Search 24 hours
      </Button>
    </div>
  </div>
);

/** Shown after the user has cancelled a long search. */
export const CancelledSearch = ({ search }: { search: () => void }) => (
  <div role="status" className="flex flex-1 flex-col items-center gap-3 border-t border-line px-4 py-12 text-center">
    <p className="font-medium">The search was cancelled</p>
    <Button icon="search" onClick={search}>
      Search again
    </Button>
  </div>
);

/** Shown without a component and without a backend that the user can read. */
export function NoBackend({ offersJournal }: { offersJournal: boolean }) {
  const mayWrite = useActor().can("write", "logging_backends");
  return (
    <Notice
      title="Please select a component to view the logs"
      icon="logs"
      action={
        mayWrite && (
          <div className="flex flex-wrap justify-center gap-2">
            {offersJournal && <AddJournal />}
            <Link
              to="/settings/log-backends/new"
              className="inline-flex h-control items-center gap-2 rounded-md border border-line bg-surface px-3 font-medium hover:bg-hover"
            >
              <Icon name="plus" size={14} />
              Add Log Backend
            </Link>
          </div>
        )
      }
    >
      Quarterdeck searches logs in the systems that store them.{" "}
      {mayWrite ? "Add a log backend to search it here." : "You do not have access to any log backend."}
    </Notice>
  );
}
