import { type ReactNode, useMemo } from "react";
import { useCall } from "#console/client/call.ts";
import { Page } from "#console/shell/Page.tsx";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { useHasPage } from "#console/shell/registry.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { Bytes } from "#console/widgets/Bytes.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Progress } from "#console/widgets/Progress.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { countOf } from "#lib/text/words.ts";
import { printZone } from "#lib/time/dates.ts";
import { type SystemRun, systemOverview } from "../contract.ts";
import { Facts } from "./Facts.tsx";
import { hasWorker, NoWorkerNotice } from "./NoWorkerNotice.tsx";
import { splitRuns } from "./merge-rows.ts";
import { ProcessesTable } from "./ProcessesTable.tsx";
import { QueueList } from "./QueueList.tsx";
import { JOBS, RunsTable } from "./RunsTable.tsx";

/** The state of this installation: jobs with problems, a short summary of its parts, and other background work. */
export function SystemPage() {
  const system = useCall(systemOverview, {}, { relations: ["processes", "job_history"] });
  const { data } = system;
  const { problems, others } = useMemo(() => splitRuns(data), [data]);
  return (
    <Page title="System" refresh={system}>
      <div className="@container flex flex-col gap-4 p-4">
        <NoWorkerNotice processes={data?.processes} />
        <div className="grid gap-4 @5xl:grid-cols-3">
          {problems && problems.length > 0 && (
            <Section
              title="Jobs with problems"
              note="by their last run, in the last 2 days"
              className="col-span-full"
              aside={<Outcomes runs={problems} />}
            >
              <RunsTable name="problems" caption="Jobs with problems" runs={problems} isWorstFirst />
            </Section>
          )}
          <div
            className={`col-span-full grid divide-line rounded-lg border border-line bg-surface @max-2xl:divide-y @2xl:divide-x ${data?.disk === null ? "@2xl:grid-cols-2" : "@2xl:grid-cols-3"}`}
          >
            <Facts
              title="Server"
              main={
                data && (
                  <span>
                    Running for <Timestamp at={data.started_at} format="short" />
                  </span>
                )
              }
              facts={{
                Version: data?.version,
                "Node.js": data?.node_version.replace(/^v/, ""),
                Started: data && <Started at={data.started_at} />,
              }}
            />
            <Facts
              title="Database"
              main={data && `PostgreSQL ${data.database.version}${data.database.embedded ? ", embedded" : ""}`}
              facts={{
                Size: data && <Bytes value={data.database.size_bytes} />,
                Connections: data && <Share used={data.database.connections} of={data.database.max_connections} />,
                Schema: data && <LastChange change={data.database.last_change} />,
              }}
            />
            {data?.disk !== null && (
              <Facts
                title="Disk"
                main={data?.disk && <Used free={data.disk.free_bytes} total={data.disk.total_bytes} />}
                facts={{
                  Free: data?.disk && <Bytes value={data.disk.free_bytes} />,
                  Total: data?.disk && <Bytes value={data.disk.total_bytes} />,
                  Directory: data?.disk && <Path path={data.disk.path} />,
                }}
              />
            )}
          </div>
          <Section title="Queues" className="col-span-full @5xl:col-span-1">
            <QueueList queues={data?.queues} hasWorker={hasWorker(data?.processes)} />
          </Section>
          <Section title="Processes" className="col-span-full @5xl:col-span-2">
            <ProcessesTable processes={data?.processes} />
          </Section>
          <Section title="Recent job runs" note="the last of each job" className="col-span-full">
            <RunsTable name="runs" caption="Recent job runs" runs={others} />
          </Section>
        </div>
      </div>
    </Page>
  );
}

interface SectionProps {
  title: string;
  /** A description of the counted objects, shown after the title. */
  note?: string;
  /** Content at the right of the title. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

function Section({ title, note, aside, className = "", children }: SectionProps) {
  return (
    <section
      aria-label={title}
      // The border of the card already separates the last row of a table.
      className={`min-w-0 overflow-clip rounded-lg border border-line bg-surface pb-1 [--table-ground:var(--surface)] [&_tbody>tr:last-child]:border-b-0 ${className}`}
    >
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 px-3 py-2">
        <div className="flex items-baseline gap-2">
          <h2 className="font-semibold">{title}</h2>
          {note && <span className="text-meta text-muted">{note}</span>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** The number of jobs by the result of their last run, with a link to all runs. */
function Outcomes({ runs }: { runs: readonly SystemRun[] }) {
  const { FAILED: failed = [], WARNING: warnings = [] } = Object.groupBy(runs, ({ status }) => status);
  const hasHistory = useHasPage(JOBS);
  return (
    <span className="flex gap-3">
      {failed.length > 0 && (
        <span className="font-medium text-unhealthy-text">{countOf(failed.length, "job", "jobs")} failed</span>
      )}
      {warnings.length > 0 && (
        <span className="font-medium text-warning-text">{countOf(warnings.length, "job", "jobs")} with warnings</span>
      )}
      {hasHistory && (
        <AddressLink href={JOBS} className="touch-area flex items-center gap-0.5 text-link hover:underline">
          All runs
          <Icon name="chevron-right" size={14} />
        </AddressLink>
      )}
    </span>
  );
}

/** A number, its limit, and the share as a bar. */
const Share = ({ used, of }: { used: number; of: number }) => (
  <span className="flex items-center gap-3">
    {used} of {of}
    <span className="w-20">
      <Progress percent={of > 0 ? (100 * used) / of : 0} label="Connections used" />
    </span>
  </span>
);

function Started({ at }: { at: string }) {
  const timeZone = useTimeZone();
  return (
    <>
      <Timestamp at={at} />{" "}
      <span title={timeZone} className="text-muted">
        {printZone(timeZone, Date.parse(at))}
      </span>
    </>
  );
}

/** The time of the last schema change; the file is shown on hover. */
function LastChange({ change }: { change: { path: string; applied_at: string } | null }) {
  if (!change) return "No changes yet";
  return (
    <span title={change.path}>
      Changed <Timestamp at={change.applied_at} format="short" /> ago
    </span>
  );
}

const Path = ({ path }: { path: string }) => <Truncated text={path} className="font-mono" />;

function Used({ free, total }: { free: number; total: number }) {
  const percent = total > 0 ? (100 * (total - free)) / total : 0;
  return (
    <span className="flex flex-1 items-center gap-3">
      <span>
        {Math.round(percent)} <span className="font-normal text-muted">% used</span>
      </span>
      <span className="max-w-40 flex-1">
        <Progress percent={percent} label="Disk used" />
      </span>
    </span>
  );
}
