import { useState } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { FormFailure } from "#console/widgets/form/FormFailure.tsx";
import type { Incident } from "../parts/incident-query.ts";
import { changeEvidence, useIncidentWrite } from "../parts/incident-writes.ts";
import { EvidenceChoice } from "./EvidenceChoice.tsx";

interface FactorsDialogProps {
  incident: Incident;
  isOpen: boolean;
  onClose: () => void;
  /** Changes the status. */
  proceed: () => Promise<void>;
}

/** Asks which evidence must be done before the incident counts as mitigated or resolved. */
export function FactorsDialog({ incident, isOpen, onClose, proceed }: FactorsDialogProps) {
  const write = useIncidentWrite();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const evidence = incident.hypotheses.flatMap(({ evidences }) => evidences);
  const close = () => {
    setChosen(new Set());
    setProblem(undefined);
    onClose();
  };
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    await work();
    setBusy(false);
    setChosen(new Set());
  };
  const add = async () => {
    if (chosen.size === 0) return setProblem("Please select atleast one evidence");
    await run(async () => {
      const areMarked = await write(
        () => Promise.all([...chosen].map((id) => changeEvidence(id, { definition_of_done: true }))),
        { failed: "Marking evidence as part of definition of done failed" },
      );
      if (areMarked) await proceed();
    });
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      size="small"
      title="Add contributing factors to definition of done"
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          {evidence.length > 0 && (
            <>
              <Button isBusy={isBusy} onClick={() => void run(proceed)}>
                Skip
              </Button>
              <Button look="primary" isBusy={isBusy} onClick={() => void add()}>
                Add
              </Button>
            </>
          )}
        </>
      }
    >
      {evidence.length === 0 ? (
        <p className="text-muted">There are no evidences provided for this incident</p>
      ) : (
        <div className="flex flex-col gap-3">
          <EvidenceChoice
            evidence={evidence}
            chosen={chosen}
            change={(next) => {
              setChosen(next);
              setProblem(undefined);
            }}
          />
          <FormFailure>{problem}</FormFailure>
        </div>
      )}
    </Dialog>
  );
}
