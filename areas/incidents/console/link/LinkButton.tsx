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
  name?: string;
  evidence: () => LinkedEvidence | Promise<LinkedEvidence>;
  onLinked?: ((isLinked: boolean) => void) | undefined;
}

/** Opens the dialog that links a resource to an incident. */
export function LinkButton({ label = "Attach as Evidence", ...linked }: LinkButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const Dialog = useLinkDialog(isOpen, close);
  return (
    <>
      <Button icon="siren" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {Dialog && <Dialog {...linked} isOpen={isOpen} onClose={close} />}
    </>
  );
}
