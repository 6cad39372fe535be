import type { ReactNode } from "react";
import { useCall } from "#console/client/call.ts";
import { Page } from "#console/shell/Page.tsx";
import { Bytes } from "#console/widgets/Bytes.tsx";
import { Progress } from "#console/widgets/Progress.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { systemOverview } from "../contract.ts";
import { Facts } from "./Facts.tsx";
import { ProcessesTable } from "./ProcessesTable.tsx";
import { QueueList } from "./QueueList.tsx";
import { RunsTable } from "./RunsTable.tsx";

/** Versions and state of this installation. */
export function SystemPage() {
  const system = useCall(systemOverview, {}, { relations: ["processes", "job_history"] });
  const { data } = system;
  return (
    <Page title="System" refresh={system}>
      <div className="@container mx-auto flex max-w-6xl flex-col gap-8 p-4 shell:p-6">
        <div className={`grid gap-8 @2xl:grid-cols-2 ${data?.disk === null ? "" : "@4xl:grid-cols-3"}`}>
          <Section title="Server">
            <Facts
              facts={{
                Version: data?.version,
                Started: data && <Timestamp at={data.started_at} />,
                "Running for": data && <Timestamp at={data.started_at} format="short" />,
                Node: data?.node_version,
              }}
            />
          </Section>
          <Section title="Database">
            <Facts
              facts={{
                PostgreSQL: data && `${data.database.version}${data.database.embedded ? ", embedded" : ""}`,
                Size: data && <Bytes value={data.database.size_bytes} />,
                "Schema changes": data?.database.changes_applied,
                "Last change": data && <LastChange change={data.database.last_change} />,
              }}
            />
          </Section>
          {data?.disk !== null && (
            <Section title="Disk">
              <Facts
                facts={{
                  Directory: data?.disk && <Path path={data.disk.path} />,
                  Free: data?.disk && <Bytes value={data.disk.free_bytes} />,
                  Total: data?.disk && <Bytes value={data.disk.total_bytes} />,
                  Used: data?.disk && <Used free={data.disk.free_bytes} total={data.disk.total_bytes} />,
                }}
              />
            </Section>
          )}
        </div>
        <Section title="Processes">
          <ProcessesTable processes={data?.processes} />
        </Section>
        <Section title="Queues">
          <QueueList queues={data?.queues} />
        </Section>
        <Section title="Recent job runs">
          <RunsTable runs={data?.runs} />
        </Section>
      </div>
    </Page>
  );
}

interface SectionProps {
  title: string;
  children: ReactNode;
}

function Section({ title, children }: SectionProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-1 font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** The time of the last schema change; its file on hover. */
function LastChange({ change }: { change: { path: string; applied_at: string } | null }) {
  if (!change) return "None yet";
  return (
    <span title={change.path}>
      <Timestamp at={change.applied_at} format="short" /> ago
    </span>
  );
}

const Path = ({ path }: { path: string }) => <span className="font-mono wrap-anywhere">{path}</span>;

function Used({ free, total }: { free: number; total: number }) {
  const percent = total > 0 ? (100 * (total - free)) / total : 0;
  return (
    <span className="flex items-center justify-end gap-2">
      <span className="w-24">
        <Progress percent={percent} label="Disk used" />
      </span>
      <span className="tabular-nums">
        {Math.round(percent)} <span className="text-muted">%</span>
      </span>
    </span>
  );
}
