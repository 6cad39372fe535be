import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { FactList, type ListedFact } from "#console/widgets/FactList.tsx";
import { PersonName } from "#console/widgets/PersonName.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import { countOf } from "#lib/text/words.ts";
import { localAgent } from "#language/local-agent.ts";
import { printTriStates } from "#language/tri-state.ts";
import { AgentStatus } from "./agent-columns.tsx";
import { AgentRefusals } from "./AgentRefusals.tsx";
import { type Agent, oneAgent } from "./agents-query.ts";
import { DeleteAgent } from "./DeleteAgent.tsx";
import type { NewAgent } from "./CreateAgent.tsx";
import { EditAgent } from "./EditAgent.tsx";
import { RenewToken } from "./RenewToken.tsx";

interface AgentDetailsProps {
  id: string;
  close: () => void;
  /** Called with the new token. */
  onRenewed: (agent: NewAgent) => void;
}

/** Shows one agent, with buttons to edit and delete it, and to renew its token. */
export function AgentDetails({ id, close, onRenewed }: AgentDetailsProps) {
  const found = useQuery(oneAgent(id));
  const agent = found.data?.rows[0];
  const mayWrite = useActor().can("write", "agents") && agent !== undefined && agent.id !== localAgent;
  const [isAsking, setAsking] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const [isRenewing, setRenewing] = useState(false);
  return (
    <>
      <Dialog
        isOpen
        onClose={close}
        size="medium"
        title={agent?.name ?? "Agent"}
        actions={
          <>
            {mayWrite && (
              <Button look="danger" icon="trash-2" onClick={() => setAsking(true)} className="mr-auto">
                Delete
              </Button>
            )}
            {mayWrite && agent.username !== null && (
              <Button icon="key-round" onClick={() => setRenewing(true)}>
                Renew token
              </Button>
            )}
            {mayWrite && (
              <Button icon="pencil" onClick={() => setEditing(true)}>
                Edit
              </Button>
            )}
            {/* On a phone the other buttons fill the line, and the button in the corner closes the dialog. */}
            <Button onClick={close} className={mayWrite ? "max-[768px]:hidden" : ""}>
              Close
            </Button>
          </>
        }
      >
        {agent ? (
          <>
            <AgentRefusals id={agent.id} />
            <FactList facts={factsOf(agent)} />
            <ResourceLinks agent={agent} />
          </>
        ) : found.isPending ? (
          <TextSkeleton label="The agent" lines={5} />
        ) : (
          <p>This agent no longer exists.</p>
        )}
      </Dialog>
      {agent && isEditing && <EditAgent agent={agent} close={() => setEditing(false)} />}
      {agent && <RenewToken agent={agent} isOpen={isRenewing} close={() => setRenewing(false)} onRenewed={onRenewed} />}
      <DeleteAgent agent={isAsking ? agent : undefined} close={() => setAsking(false)} done={close} />
    </>
  );
}

const fact = (label: string, value: ListedFact[1]): ListedFact => [label, value];

const factsOf = (agent: Agent): readonly ListedFact[] => [
  fact("Status", agent.last_seen !== null && <AgentStatus agent={agent} />),
  fact("Last Seen", agent.last_seen !== null && <Age since={agent.last_seen} />),
  fact("Last Pushed", agent.last_received !== null && <Age since={agent.last_received} />),
  fact(
    "Lag",
    agent.waiting_since !== null && (
      <span>
        <Age since={agent.waiting_since} />, {countOf(agent.waiting_results, "result waits", "results wait")}
      </span>
    ),
  ),
  fact("Host", agent.hostname),
  fact("Version", agent.version),
  fact("Address", agent.ip),
  fact("Description", agent.description),
  fact("Properties", propertiesOf(agent)),
  fact("Created", <Age since={agent.created_at} />),
  fact("Created By", agent.created_by && <PersonName person={agent.created_by} />),
];

const ResourceLinks = ({ agent }: { agent: Agent }) => (
  <nav aria-label="Resources" className="mt-4 flex flex-wrap gap-x-4 gap-y-1 border-t border-line pt-4">
    <Link to="/catalog" search={{ agent: printTriStates(new Map([[agent.name, "include"]])) }} className={linkLook}>
      Catalog
    </Link>
    <Link to="/catalog/scrapers" search={{ agent_id: agent.id }} className={linkLook}>
      Scrapers
    </Link>
    <Link to="/catalog/changes" search={{ agent_id: `${agent.id}:1` }} className={linkLook}>
      Changes
    </Link>
    <Link to="/catalog/insights" search={{ agent_id: agent.id }} className={linkLook}>
      Insights
    </Link>
    <Link to="/health" search={{ tabBy: "agent_id", tab: agent.id }} className={linkLook}>
      Checks
    </Link>
    <Link to="/topology" search={{ agent_id: agent.id }} className={linkLook}>
      Topology
    </Link>
    <Link to="/playbooks/runs" search={{ agent_id: agent.id }} className={linkLook}>
      Playbook runs
    </Link>
    <Link to="/settings/jobs" search={{ agent_id: agent.id, status: "" }} className={linkLook}>
      Jobs
    </Link>
  </nav>
);

const linkLook = "whitespace-nowrap text-link hover:underline";

const propertiesOf = ({ properties }: Agent) =>
  Object.entries(properties ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");
