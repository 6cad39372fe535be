import type { Column } from "#console/widgets/table/column.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import type { SystemQueue } from "../contract.ts";

const columns: readonly Column<SystemQueue>[] = [
  {
    id: "name",
    title: "Queue",
    isName: true,
    minWidth: 112,
    cell: ({ name }) => <Truncated text={name} className="font-mono" />,
  },
  { id: "pending", title: "Pending", width: 88, align: "right" },
  { id: "active", title: "Active", width: 76, align: "right" },
  {
    id: "failed",
    title: "Failed",
    width: 76,
    align: "right",
    cell: ({ failed }) => (failed > 0 ? <span className="font-medium text-unhealthy-text">{failed}</span> : failed),
  },
];

export function QueuesTable({ queues }: { queues: readonly SystemQueue[] | undefined }) {
  return (
    <DataTable
      id="queues"
      caption="Queues"
      columns={columns}
      rows={queues}
      keyOf={keyOfQueue}
      view={useTableView({ name: "queues" })}
      fit="content"
      hasTools={false}
      emptyDetail="There are no queues yet."
    />
  );
}

const keyOfQueue = ({ name }: SystemQueue) => name;
