import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { Page } from "#console/shell/Page.tsx";
import { useUrl } from "#console/url/url-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { agentColumns } from "./agent-columns.tsx";
import { AgentCreated } from "./AgentCreated.tsx";
import { AgentDetails } from "./AgentDetails.tsx";
import { type Agent, agentFilters, agentsPage, agentsUrl } from "./agents-query.ts";
import { CreateAgent, type NewAgent } from "./CreateAgent.tsx";

/** Lists the agents that push what they find to this server. */
export function AgentsPage() {
  const mayWrite = useActor().can("write", "agents");
  const filters = useFilters(agentFilters);
  const view = useTableView({ sort: NEWEST_FIRST });
  const found = useQuery(agentsPage({ filters, view }));
  const [{ id, addAgent }, change] = useUrl(agentsUrl);
  // The token of the new agent is not stored in the URL, because it is a secret.
  const [created, setCreated] = useState<NewAgent>();
  const begin = () => void change({ addAgent: "true" });
  return (
    <Page
      title="Agents"
      refresh={found}
      actions={
        mayWrite && (
          <Button look="primary" icon="plus" onClick={begin}>
            <span>
              Add<span className="max-shell:sr-only"> Agent</span>
            </span>
          </Button>
        )
      }
    >
      <div className="h-full p-4 pb-0">
        <DataTable
          id="agents"
          caption="Agents"
          columns={agentColumns}
          rows={found}
          keyOf={keyOfAgent}
          view={view}
          paging="server"
          filters={filters}
          toolbar={<FilterBar filters={filters} />}
          open={(agent) => void change({ id: agent.id })}
          empty="No agents"
          emptyDetail={<p>An agent runs near its targets and pushes what it finds to this server.</p>}
          emptyIcon="server"
        />
      </div>
      {mayWrite && (
        <CreateAgent
          isOpen={addAgent === "true"}
          close={() => void change({ addAgent: undefined })}
          onMade={(agent) => {
            setCreated(agent);
            void change({ addAgent: undefined });
          }}
        />
      )}
      {created && <AgentCreated agent={created} close={() => setCreated(undefined)} />}
      {id !== "" && (
        <AgentDetails
          key={id}
          id={id}
          close={() => void change({ id: undefined })}
          onRenewed={(agent) => {
            setCreated(agent);
            void change({ id: undefined });
          }}
        />
      )}
    </Page>
  );
}

const NEWEST_FIRST = { id: "created_at", desc: true };
const keyOfAgent = ({ id }: Agent) => id;
