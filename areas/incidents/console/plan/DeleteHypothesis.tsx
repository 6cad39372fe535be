import { useState } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import type { Hypothesis } from "../parts/incident-query.ts";
import { changeHypothesis, deleteHypothesis, useIncidentWrite } from "../parts/incident-writes.ts";

interface DeleteHypothesisProps {
  hypothesis: Hypothesis;
  hasChildren: boolean;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks whether to delete a hypothesis or to mark it as disproven, which keeps its evidence. */
export function DeleteHypothesis({ hypothesis, hasChildren, isOpen, onClose }: DeleteHypothesisProps) {
  const write = useIncidentWrite();
  const [isBusy, setBusy] = useState(false);
  const run = async (change: () => Promise<unknown>, failed: string) => {
    setBusy(true);
    const isDone = await write(change, { failed });
    setBusy(false);
    if (isDone) onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="very-small"
      title="Delete hypothesis?"
      description={hypothesis.title}
      actions={
        <>
          <Button
            isBusy={isBusy}
            onClick={() =>
              void run(() => changeHypothesis(hypothesis.id, { status: "disproven" }), "The status was not changed")
            }
          >
            Disprove Hypothesis
          </Button>
          <Button
            look="danger"
            isBusy={isBusy}
            disabled={hasChildren}
            onClick={() => void run(() => deleteHypothesis(hypothesis.id), "The hypothesis was not deleted")}
          >
            Delete Hypothesis
          </Button>
        </>
      }
    >
      <p>Are you sure you want to delete the hypothesis or would you rather mark this hypothesis as Disproven.</p>
      <p className="mt-2 text-muted">
        {hasChildren
          ? "This hypothesis cannot be deleted while it has child hypotheses. Move or delete the child hypotheses first."
          : "Its evidence and comments are deleted with it; the changelog stays."}
      </p>
    </Dialog>
  );
}
