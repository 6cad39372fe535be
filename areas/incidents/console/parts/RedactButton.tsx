import { useState } from "react";
import { ask } from "#console/client/call.ts";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { TextField } from "#console/widgets/form/fields/TextField.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { redactIncidentText } from "../../contract/model.ts";
import { useIncidentWrite } from "./incident-writes.ts";

interface RedactButtonProps {
  table: "comments" | "evidences";
  id: string;
}

/** Lets an administrator remove a text that must not be stored, such as a password. */
export function RedactButton({ table, id }: RedactButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const write = useIncidentWrite();
  return (
    <>
      <IconButton icon="eye-off" label="Redact" size="small" onClick={() => setOpen(true)} />
      <Confirm
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        look="delete"
        title="Redact this text?"
        confirmLabel="Redact"
        onConfirm={async () => {
          if (reason.trim() === "") throw new Error("Please write the reason.");
          await write(() => ask(redactIncidentText, { body: { table, id, reason: reason.trim() } }), {
            done: "The text was redacted",
          });
        }}
      >
        <div className="flex flex-col gap-3">
          <p>
            The text is masked here, in the history, in the audit log and in later exports. It cannot be restored; a
            marker with the reason remains.
          </p>
          <TextField label="Reason" value={reason} onChange={(text) => setReason(text ?? "")} />
        </div>
      </Confirm>
    </>
  );
}
