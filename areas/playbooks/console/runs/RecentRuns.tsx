import { useQuery } from "@tanstack/react-query";
import { useFollowed } from "#console/shell/use-followed.ts";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { runPath } from "../parts/paths.ts";
import { StatusSign } from "../parts/Status.tsx";
import { statusWord } from "../parts/status-words.ts";
import { titleOfRun } from "./run-columns.tsx";
import { runsPage, type RunsAsked } from "./runs-query.ts";

const FOLLOWED = { relations: ["playbook_runs"], everyMs: 1000 };
const NEWEST = { pageIndex: 0, pageSize: 20 };
const NO_FILTERS = { text: () => "" };

/** The newest runs for a resource, as a short list. */
export function RecentRuns({ of }: { of: NonNullable<RunsAsked["of"]> }) {
  const timeZone = useTimeZone();
  const found = useQuery(runsPage({ filters: NO_FILTERS, timeZone, view: NEWEST, of }));
  useFollowed(found, FOLLOWED);
  if (found.isError)
    return <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />;
  if (!found.data) return <TextSkeleton label="the runs" lines={3} />;
  if (found.data.rows.length === 0) return <p className="text-muted">No playbook has run for this resource.</p>;
  return (
    <ul aria-label="Runs" className="flex flex-col">
      {found.data.rows.map((run) => (
        <li key={run.id} className="border-b border-line last:border-b-0">
          <AddressLink
            href={runPath(run.id)}
            className="flex min-h-control min-w-0 items-center gap-2 py-1 hover:bg-hover"
          >
            <StatusSign status={run.status} />
            <span className="min-w-0 flex-1 truncate">{titleOfRun(run)}</span>
            <span className="shrink-0 text-meta text-muted">
              {statusWord(run.status)}, <RowAge since={run.created_at} />
            </span>
          </AddressLink>
        </li>
      ))}
    </ul>
  );
}
