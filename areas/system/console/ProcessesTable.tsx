import { useMemo } from "react";
import { Bytes } from "#console/widgets/Bytes.tsx";
import { Sparkline } from "#console/widgets/chart/Sparkline.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { countOf } from "#lib/text/words.ts";
import type { SystemProcess } from "../contract.ts";
import { type MergedProcess, mergeProcesses, rolesOf } from "./merge-rows.ts";

const columns: readonly Column<MergedProcess>[] = [
  { id: "role", title: "Role", isName: true, width: 136, value: rolesOf },
  {
    id: "hostname",
    title: "Host",
    narrow: "labelled",
    minWidth: 96,
    cell: ({ hostname }) => <Truncated text={hostname} className="font-mono" />,
  },
  { id: "pid", title: "PID", narrow: "labelled", width: 80, align: "right" },
  { id: "version", title: "Version", narrow: "hidden", width: 88, isHidden: true },
  {
    id: "started_at",
    title: "Running For",
    narrow: "labelled",
    width: 112,
    align: "right",
    cell: ({ started_at }) => <Timestamp at={started_at} format="short" />,
  },
  {
    id: "rss_bytes",
    title: "Memory",
    narrow: "status",
    width: 136,
    align: "right",
    cell: (process) => <Memory process={process} />,
    narrowCell: ({ rss_bytes }) => <Bytes value={rss_bytes} />,
  },
];

/** The current memory, and its course over the last hour. */
function Memory({ process: { rss_bytes, rss_trend: trend } }: { process: MergedProcess }) {
  const [oldest] = trend;
  return (
    <span className="inline-flex items-center gap-2">
      {oldest !== undefined && trend.length > 1 && (
        <span title={`${oldest} MiB ${countOf(trend.length - 1, "minute", "minutes")} ago`} className="flex">
          <Sparkline label="Memory of the last hour in MiB" values={trend} width={40} height={16} />
        </span>
      )}
      <Bytes value={rss_bytes} />
    </span>
  );
}

export function ProcessesTable({ processes }: { processes: readonly SystemProcess[] | undefined }) {
  const merged = useMemo(() => processes && mergeProcesses(processes), [processes]);
  return (
    <DataTable
      id="processes"
      caption="Processes"
      columns={columns}
      rows={merged}
      keyOf={keyOfProcess}
      view={useTableView({ name: "processes" })}
      fit="content"
      hasTools={false}
      emptyDetail="No process has reported its status yet."
    />
  );
}

const keyOfProcess = ({ id }: MergedProcess) => id;
