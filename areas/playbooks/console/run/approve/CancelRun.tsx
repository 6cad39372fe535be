import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { ask } from "#console/client/call.ts";
import { usePageAction } from "#console/palette/page-actions.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { cancelRun } from "../../../contract.ts";
import { isFinalRun } from "../../../model.ts";
import type { RunDetail } from "../../runs/run-query.ts";

/** The button that cancels a run, for people who may cancel it. */
export function CancelRun({ run, label }: { run: RunDetail; label: string }) {
  const [isOpen, setOpen] = useState(false);
  const actor = useActor();
  const isStarter = run.created_by?.id === actor.user.id;
  const mayCancel = !isFinalRun(run.status) && (isStarter || actor.can("playbook:cancel", "playbooks"));
  usePageAction(mayCancel ? { label: "Cancel this run", icon: "x", run: () => setOpen(true) } : undefined);
  if (!mayCancel) return null;
  return (
    <>
      <Button icon="x" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Confirm
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        look="delete"
        title="Cancel run"
        confirmLabel="Cancel run"
        cancelLabel="Close"
        onConfirm={() => ask(cancelRun, { params: { run_id: run.id } })}
      >
        Are you sure you want to cancel this run? Running actions are stopped, and no further actions start.
      </Confirm>
    </>
  );
}
