import type { SystemQueue } from "../contract.ts";
import { type Column, Table } from "./Table.tsx";

const columns: readonly Column<SystemQueue>[] = [
  { title: "Queue", cell: ({ name }) => <span className="font-mono">{name}</span> },
  { title: "Pending", cell: ({ pending }) => pending, align: "right" },
  { title: "Active", cell: ({ active }) => active, align: "right" },
  {
    title: "Failed",
    cell: ({ failed }) => (failed > 0 ? <span className="font-medium text-unhealthy-text">{failed}</span> : failed),
    align: "right",
  },
];

export function QueuesTable({ queues }: { queues: readonly SystemQueue[] | undefined }) {
  return (
    <Table
      caption="Queues"
      columns={columns}
      rows={queues}
      keyOf={({ name }) => name}
      empty="There are no queues yet."
    />
  );
}
