import { Bytes } from "#console/widgets/Bytes.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import type { SystemProcess } from "../contract.ts";
import { type Column, Table } from "./Table.tsx";

const columns: readonly Column<SystemProcess>[] = [
  { title: "Role", cell: ({ role }) => role },
  { title: "Host", cell: ({ hostname }) => <Host name={hostname} /> },
  { title: "PID", cell: ({ pid }) => pid, align: "right" },
  { title: "Version", cell: ({ version }) => version },
  { title: "Started", cell: ({ started_at }) => <Age since={started_at} />, align: "right" },
  { title: "Last seen", cell: ({ last_seen_at }) => <Age since={last_seen_at} />, align: "right" },
  { title: "Memory", cell: ({ rss_bytes }) => <Bytes value={rss_bytes} />, align: "right" },
];

const Host = ({ name }: { name: string }) => (
  <span className="block max-w-64">
    <Truncated text={name} className="font-mono" />
  </span>
);

export function ProcessesTable({ processes }: { processes: readonly SystemProcess[] | undefined }) {
  return (
    <Table
      caption="Processes"
      columns={columns}
      rows={processes}
      keyOf={({ id }) => id}
      empty="No process has reported itself yet."
    />
  );
}
