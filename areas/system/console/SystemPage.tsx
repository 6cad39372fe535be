import type { ReactNode } from "react";
import { useCall } from "#console/client/call.ts";
import { Page } from "#console/shell/Page.tsx";
import { useHasPage } from "#console/shell/registry.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { Bytes } from "#console/widgets/Bytes.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Progress } from "#console/widgets/Progress.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { systemOverview, type SystemRun } from "../contract.ts";
import { Facts } from "./Facts.tsx";
import { ProcessesTable } from "./ProcessesTable.tsx";
import { QueueList } from "./QueueList.tsx";
import { JOBS, RunsTable } from "./RunsTable.tsx";

/** The state of this installation: a summary of its parts, then processes, queues and job runs. */
export function SystemPage() {
  const system = useCall(systemOverview, {}, { relations: ["processes", "job_history"] });
  const { data } = system;
  return (
    <Page title="System" refresh={system}>
      <div className="@container p-4">
        <div className="grid gap-4 @5xl:grid-cols-3">
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
                Started: data && <Timestamp at={data.started_at} />,
              }}
            />
            <Facts
              title="Database"
              main={data && `PostgreSQL ${data.database.version}${data.database.embedded ? ", embedded" : ""}`}
              facts={{
                Size: data && <Bytes value={data.database.size_bytes} />,
                Connections: data && `${data.database.connections} of ${data.database.max_connections}`,
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
            <QueueList queues={data?.queues} />
          </Section>
          <Section title="Processes" className="col-span-full @5xl:col-span-2">
            <ProcessesTable processes={data?.processes} />
          </Section>
          <Section title="Recent job runs" className="col-span-full" aside={data && <Outcomes runs={data.runs} />}>
            <RunsTable runs={data?.runs} />
          </Section>
        </div>
      </div>
    </Page>
  );
}

interface SectionProps {
  title: string;
  /** Content to the right of the title. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

function Section({ title, aside, className = "", children }: SectionProps) {
  return (
    <section
      aria-label={title}
      // The border of the card already separates the last row of a table.
      className={`min-w-0 rounded-lg border border-line bg-surface pb-1 [--table-ground:var(--surface)] [&_tbody>tr:last-child]:border-b-0 ${className}`}
    >
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 px-3 pt-1">
        <h2 className="font-semibold">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Counts the runs that need attention, with links to all of them. */
function Outcomes({ runs }: { runs: readonly SystemRun[] }) {
  const { FAILED: failed = [], WARNING: warnings = [] } = Object.groupBy(runs, ({ status }) => status);
  return (
    <span className="flex gap-3 font-medium">
      {failed.length > 0 && (
        <RunsLink status="FAILED" className="text-unhealthy-text">
          {failed.length} failed
        </RunsLink>
      )}
      {warnings.length > 0 && (
        <RunsLink status="WARNING" className="text-warning-text">
          {warnings.length} {warnings.length === 1 ? "warning" : "warnings"}
        </RunsLink>
      )}
    </span>
  );
}

interface RunsLinkProps {
  status: SystemRun["status"];
  className: string;
  children: ReactNode;
}

/** Links to the runs with this status in the job history, if the user may see the history. */
function RunsLink({ status, className, children }: RunsLinkProps) {
  const look = `touch-area flex items-center gap-0.5 ${className}`;
  if (!useHasPage(JOBS)) return <span className={look}>{children}</span>;
  return (
    <AddressLink href={`${JOBS}?status=${status}:1`} className={`${look} hover:underline`}>
      {children}
      <Icon name="chevron-right" size={14} />
    </AddressLink>
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
