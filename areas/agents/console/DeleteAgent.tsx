import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { db } from "#console/client/rows.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import type { Agent } from "./agents-query.ts";

interface DeleteAgentProps {
  /** Undefined if no agent is to be deleted. */
  agent: Agent | undefined;
  close: () => void;
  /** Called after the agent was deleted. */
  done: () => void;
}

/** Asks whether the resources of the agent are deleted, too, and then for confirmation. */
export function DeleteAgent({ agent, close, done }: DeleteAgentProps) {
  const cache = useQueryClient();
  const [cleanup, setCleanup] = useState<boolean>();
  const leave = () => {
    setCleanup(undefined);
    close();
  };
  const remove = async () => {
    if (!agent) return;
    const change = { deleted_at: "now()", ...(cleanup === true && { cleanup }) };
    await db.from("agents").update(change).eq("id", agent.id).throwOnError();
    toast.success("Agent deleted");
    setCleanup(undefined);
    done();
    await cache.invalidateQueries({ queryKey: ["agents"] });
  };
  return (
    <>
      <Dialog
        isOpen={agent !== undefined && cleanup === undefined}
        onClose={leave}
        size="small"
        title="Delete Agents Resources"
        actions={
          <>
            <Button onClick={() => setCleanup(false)}>No</Button>
            <Button look="danger" onClick={() => setCleanup(true)}>
              Yes
            </Button>
          </>
        }
      >
        <p>Would you like to delete resources created by agent?</p>
      </Dialog>
      <Confirm
        isOpen={agent !== undefined && cleanup !== undefined}
        onClose={leave}
        look="delete"
        title="Delete Agent"
        onConfirm={remove}
      >
        <p>Are you sure you want to delete agent?</p>
        <p className="mt-2 wrap-anywhere">
          “{agent?.name}” can no longer connect.{" "}
          {cleanup === true ? "Its resources are deleted, too." : "Its resources stay here."}
        </p>
      </Confirm>
    </>
  );
}
