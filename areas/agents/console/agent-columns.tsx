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
): Column<Agent> => ({
  id,
  title,
  width,
  align: "right",
  narrow: "hidden",
  sort: false,
  cell: (agent) => agent[id]?.toLocaleString("en"),
});

export const agentColumns: readonly Column<Agent>[] = [
  { id: "name", title: "Name", isName: true, minWidth: 128, cell: ({ name }) => <Truncated text={name} /> },
  {
    id: "status",
    title: "Status",
    width: 96,
    narrow: "status",
    sort: false,
    value: (agent) => statusOf(agent),
    cell: (agent) => <AgentStatus agent={agent} />,
  },
  count("config_count", "Configs", 80),
  count("checks_count", "Checks", 80),
  count("config_scrapper_count", "Scrapers", 84),
  count("playbook_runs_count", "Playbook Runs", 112),
  {
    id: "last_received",
    title: "Last Pushed",
    width: 104,
    cell: ({ last_received: at }) => <RowAge since={at} />,
    // A phone has no columns for the counts.
    narrowCell: (agent) => (
      <span>
        {countsOf(agent)}
        {agent.last_received !== null && (
          <>
            {" · pushed "}
            <RowAge since={agent.last_received} />
          </>
        )}
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
    // Most agents are never edited, and the name of the creator needs the space.
    isHidden: true,
    cell: ({ updated_at: at }) => <RowAge since={at} />,
  },
  {
    id: "created_by",
    title: "Created By",
    width: 176,
    narrow: "hidden",
    sort: false,
    value: ({ created_by: author }) => author?.name,
    cell: ({ created_by: author }) => author && <PersonName person={author} />,
  },
];

/** "8,024 configs · 604 checks" */
const countsOf = ({ config_count: configs, checks_count: checks }: Agent) =>
  `${(configs ?? 0).toLocaleString("en")} ${configs === 1 ? "config" : "configs"} · ${(checks ?? 0).toLocaleString("en")} ${checks === 1 ? "check" : "checks"}`;

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
