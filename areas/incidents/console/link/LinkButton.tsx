import { useState } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { later } from "#console/widgets/later.ts";
import type { LinkedEvidence } from "./link-flow.ts";

// The dialog is loaded on demand, because most visits do not link anything.
export const useLinkDialog = later(
  "The link to an incident",
  async () => (await import("./LinkDialog.tsx")).LinkDialog,
);

interface LinkButtonProps {
  /** The label; the default is "Attach as Evidence". */
  label?: string;
  /** Shows only the first word on a phone, where several buttons share a row. */
  isShort?: boolean;
  name?: string;
  evidence: () => LinkedEvidence | Promise<LinkedEvidence>;
  onLinked?: ((isLinked: boolean) => void) | undefined;
}

/** Opens the dialog that links a resource to an incident. */
export function LinkButton({ label = "Attach as Evidence", isShort = false, ...linked }: LinkButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const [verb, ...object] = label.split(" ");
  const Dialog = useLinkDialog(isOpen, close);
  return (
    <>
      <Button icon="siren" onClick={() => setOpen(true)}>
        <span>
          {verb}
          <span className={isShort ? "max-shell:sr-only" : ""}> {object.join(" ")}</span>
        </span>
      </Button>
      {Dialog && <Dialog {...linked} isOpen={isOpen} onClose={close} />}
    </>
  );
}
