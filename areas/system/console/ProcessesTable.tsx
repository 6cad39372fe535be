import { Bytes } from "#console/widgets/Bytes.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import type { SystemProcess } from "../contract.ts";

const columns: readonly Column<SystemProcess>[] = [
  { id: "role", title: "Role", isName: true, width: 80 },
  {
    id: "hostname",
    title: "Host",
    minWidth: 136,
    cell: ({ hostname }) => <Truncated text={hostname} className="font-mono" />,
  },
  { id: "pid", title: "PID", width: 80, align: "right" },
  { id: "version", title: "Version", width: 88 },
  {
    id: "started_at",
    title: "Started",
    width: 200,
    align: "right",
    cell: ({ started_at }) => <Age since={started_at} />,
  },
  {
    id: "last_seen_at",
    title: "Last seen",
    width: 200,
    align: "right",
    cell: ({ last_seen_at }) => <Age since={last_seen_at} />,
  },
  {
    id: "rss_bytes",
    title: "Memory",
    width: 104,
    align: "right",
    cell: ({ rss_bytes }) => <Bytes value={rss_bytes} />,
  },
];

export function ProcessesTable({ processes }: { processes: readonly SystemProcess[] | undefined }) {
  return (
    <DataTable
      id="processes"
      caption="Processes"
      columns={columns}
      rows={processes}
      keyOf={keyOfProcess}
      view={useTableView({ name: "processes" })}
      fit="content"
      hasTools={false}
      emptyDetail="No process has reported itself yet."
    />
  );
}

const keyOfProcess = ({ id }: SystemProcess) => id;
