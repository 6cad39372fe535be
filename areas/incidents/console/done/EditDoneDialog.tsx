import { useState } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { ExpressionField } from "#console/widgets/form/fields/ExpressionField.tsx";
import { LongTextField } from "#console/widgets/form/fields/TextField.tsx";
import type { Evidence } from "../parts/incident-query.ts";
import { evidenceName, fieldsOf } from "../parts/evidence-name.ts";
import { changeEvidence, useIncidentWrite } from "../parts/incident-writes.ts";

interface EditDoneDialogProps {
  evidence: Evidence;
  isOpen: boolean;
  onClose: () => void;
}

/** Edits the script of a condition, or the text of a manual condition. */
export function EditDoneDialog({ evidence, isOpen, onClose }: EditDoneDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="small"
      title="Edit definition of done"
      description={evidenceName(evidence)}
    >
      {/* The form is mounted each time the dialog opens, so that it shows the stored text. */}
      {isOpen && <Editor evidence={evidence} onClose={onClose} />}
    </Dialog>
  );
}

function Editor({ evidence, onClose }: Omit<EditDoneDialogProps, "isOpen">) {
  const write = useIncidentWrite();
  const isText = evidence.type === "comment";
  const fields = fieldsOf(evidence);
  const stored = isText ? fields["comment"] : evidence.script;
  const [text, setText] = useState(typeof stored === "string" ? stored : "");
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const isSaved = await write(
      () =>
        changeEvidence(
          evidence.id,
          isText
            ? { description: "", evidence: { ...fields, comment: text.trim() } }
            : { script: text.trim() === "" ? null : text.trim(), definition_of_done: true },
        ),
      { failed: "The definition of done was not saved" },
    );
    setBusy(false);
    if (isSaved) onClose();
  };
  return (
    <div className="flex flex-col gap-4">
      {isText ? (
        <LongTextField label="Text" value={text} onChange={(next) => setText(next ?? "")} isRequired />
      ) : (
        <ExpressionField
          label="Script"
          notation="cel"
          help="An expression that is true when it is done, for example `status == 'healthy'`. Without one, the health decides."
          value={text}
          onChange={(next) => setText(next ?? "")}
        />
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" isBusy={isBusy} disabled={isText && text.trim() === ""} onClick={() => void save()}>
          Save
        </Button>
      </div>
    </div>
  );
}
