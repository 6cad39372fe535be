import { PersonName } from "#console/widgets/PersonName.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import type { Agent } from "./agents-query.ts";

const count = (
  id: "config_count" | "checks_count" | "config_scrapper_count" | "playbook_runs_count",
  title: string,
  width: number,
) => ({ id, title, width, align: "right", narrow: "hidden", sort: false }) as const;

export const agentColumns: readonly Column<Agent>[] = [
  { id: "name", title: "Name", isName: true, minWidth: 128, cell: ({ name }) => <Truncated text={name} /> },
  count("config_count", "Configs", 80),
  count("checks_count", "Checks", 80),
  count("config_scrapper_count", "Scrapers", 84),
  count("playbook_runs_count", "Playbook Runs", 112),
  {
    id: "status",
    title: "Status",
    width: 96,
    narrow: "status",
    sort: false,
    value: (agent) => statusOf(agent),
    cell: (agent) => <AgentStatus agent={agent} />,
  },
  {
    id: "last_received",
    title: "Last Pushed",
    width: 104,
    cell: ({ last_received: at }) => <RowAge since={at} />,
    narrowCell: ({ last_received: at }) =>
      at !== null && (
        <span>
          Pushed <RowAge since={at} />
        </span>
      ),
  },
  {
    id: "created_at",
    title: "Created At",
    width: 104,
    narrow: "hidden",
    cell: ({ created_at: at }) => <RowAge since={at} />,
  },
  {
    id: "updated_at",
    title: "Updated At",
    width: 104,
    narrow: "hidden",
    cell: ({ updated_at: at }) => <RowAge since={at} />,
  },
  {
    id: "created_by",
    title: "Created By",
    width: 124,
    narrow: "hidden",
    sort: false,
    value: ({ created_by: author }) => author?.name,
    cell: ({ created_by: author }) => author && <PersonName person={author} />,
  },
];

/** Undefined for an agent that was never seen. */
export const statusOf = ({ status }: Pick<Agent, "status">) =>
  status === "online" ? "Online" : status === "offline" ? "Offline" : undefined;

export function AgentStatus({ agent }: { agent: Pick<Agent, "status"> }) {
  const status = statusOf(agent);
  return (
    status !== undefined && (
      <span className="flex items-center gap-2">
        <StatusMark meaning={status === "Online" ? "healthy" : "unhealthy"} />
        {status}
      </span>
    )
  );
}
