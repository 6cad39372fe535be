import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { ExpressionField } from "#console/widgets/form/fields/ExpressionField.tsx";
import { LongTextField } from "#console/widgets/form/fields/TextField.tsx";
import { FormFailure } from "#console/widgets/form/FormFailure.tsx";
import { Segments } from "#console/widgets/form/Segments.tsx";
import type { Incident } from "../parts/incident-query.ts";
import { attachEvidence, changeEvidence, useIncidentWrite } from "../parts/incident-writes.ts";
import { EvidenceChoice } from "./EvidenceChoice.tsx";

interface AddDoneDialogProps {
  incident: Incident;
  isOpen: boolean;
  onClose: () => void;
}

/** Adds conditions to the definition of done: evidence, optionally with a script, or a text that people tick off. */
export function AddDoneDialog({ incident, isOpen, onClose }: AddDoneDialogProps) {
  const [kind, setKind] = useState<"automatic" | "manual">("automatic");
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size="small" title="Add definition of done">
      <div className="flex flex-col gap-4">
        <div>
          <Segments
            label="Kind"
            value={kind}
            options={[
              { value: "automatic", label: "Automatic" },
              { value: "manual", label: "Manual" },
            ]}
            onChange={setKind}
          />
        </div>
        {/* The form is mounted each time the dialog opens, so that it starts empty. */}
        {isOpen &&
          (kind === "automatic" ? (
            <Automatic incident={incident} onClose={onClose} />
          ) : (
            <Manual incident={incident} onClose={onClose} />
          ))}
      </div>
    </Dialog>
  );
}

type PartProps = Omit<AddDoneDialogProps, "isOpen">;

function Automatic({ incident, onClose }: PartProps) {
  const write = useIncidentWrite();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [step, setStep] = useState<"evidence" | "script">("evidence");
  const [script, setScript] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const evidence = incident.hypotheses
    .flatMap(({ evidences }) => evidences)
    .filter(({ definition_of_done }) => !definition_of_done);
  const isComponent = evidence.some(({ id, type }) => chosen.has(id) && type === "topology");
  if (evidence.length === 0)
    return (
      <p className="text-muted">
        There is no further evidence. Link a check, component or config item to the incident, or add evidence manually.
      </p>
    );
  const next = () => {
    if (chosen.size === 0) setProblem("Please select atleast one evidence");
    else setStep("script");
  };
  const add = async () => {
    setBusy(true);
    const text = script.trim();
    const areAdded = await write(
      () =>
        Promise.all(
          [...chosen].map((id) =>
            changeEvidence(id, { definition_of_done: true, ...(text !== "" && { script: text }) }),
          ),
        ),
      { failed: "Marking evidence as part of definition of done failed" },
    );
    setBusy(false);
    if (areAdded) onClose();
  };
  return step === "evidence" ? (
    <>
      <EvidenceChoice
        evidence={evidence}
        chosen={chosen}
        change={(selected) => {
          setChosen(selected);
          setProblem(undefined);
        }}
      />
      <FormFailure>{problem}</FormFailure>
      <Buttons>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" onClick={next}>
          Next
        </Button>
      </Buttons>
    </>
  ) : (
    <>
      {isComponent && (
        <span>
          <Button onClick={() => setScript("status == 'healthy'")}>Component is Health</Button>
        </span>
      )}
      <ExpressionField
        label="Script"
        notation="cel"
        help="Optional: an expression that is true when this evidence is done. Without an expression, a check, component or config item is done while it is healthy."
        value={script}
        onChange={(text) => setScript(text ?? "")}
      />
      <Buttons>
        <Button onClick={() => setStep("evidence")}>Back</Button>
        <Button look="primary" isBusy={isBusy} onClick={() => void add()}>
          Add
        </Button>
      </Buttons>
    </>
  );
}

function Manual({ incident, onClose }: PartProps) {
  const { user } = useActor();
  const write = useIncidentWrite();
  const [text, setText] = useState("");
  const [isBusy, setBusy] = useState(false);
  const root = incident.hypotheses.find(({ type }) => type === "root") ?? incident.hypotheses[0];
  const add = async () => {
    if (!root) return;
    setBusy(true);
    const isAdded = await write(
      () =>
        attachEvidence({
          type: "comment",
          evidence: { comment: text.trim() },
          definition_of_done: true,
          hypothesis_id: root.id,
          created_by: user.id,
        }),
      { failed: "The definition of done was not added" },
    );
    setBusy(false);
    if (isAdded) onClose();
  };
  return (
    <>
      <LongTextField
        label="Text"
        help={root ? "A person marks it as resolved." : "The incident needs a hypothesis first."}
        value={text}
        onChange={(next) => setText(next ?? "")}
        isRequired
      />
      <Buttons>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" isBusy={isBusy} disabled={text.trim() === "" || !root} onClick={() => void add()}>
          Add
        </Button>
      </Buttons>
    </>
  );
}

const Buttons = ({ children }: { children: React.ReactNode }) => (
  <div className="flex justify-end gap-2">{children}</div>
);
