import { useCommand } from "#console/client/call.ts";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { renewToken } from "../contract.ts";
import type { Agent } from "./agents-query.ts";
import type { NewAgent } from "./CreateAgent.tsx";

interface RenewTokenProps {
  agent: Agent;
  isOpen: boolean;
  close: () => void;
  onRenewed: (agent: NewAgent) => void;
}

/** Replaces the token of an agent, before it expires or if other people have read it. */
export function RenewToken({ agent, isOpen, close, onRenewed }: RenewTokenProps) {
  const command = useCommand(renewToken, {
    done: () => "Token renewed",
    otherwise: "The token could not be renewed",
    changes: ["access_tokens"],
  });
  const renew = async () => {
    const renewed = await command.mutateAsync({ body: { id: agent.id } }).catch(() => undefined);
    if (renewed) onRenewed({ ...renewed, name: agent.name, telemetry: undefined });
  };
  return (
    <Confirm isOpen={isOpen} onClose={close} look="approve" title="Renew token" confirmLabel="Renew" onConfirm={renew}>
      <p className="wrap-anywhere">
        The present token of “{agent.name}” stops working after a minute. Start the agent again with the new token;
        until then it keeps its results.
      </p>
    </Confirm>
  );
}
