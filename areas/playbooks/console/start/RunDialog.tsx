import { useState } from "react";
import { later } from "#console/widgets/later.ts";
import type { ChosenResource } from "./needed-resource.ts";

interface RunDialogProps {
  /** Undefined while the dialog is closed. */
  playbookId: string | undefined;
  /** If it is known; otherwise the person chooses one. */
  resource?: ChosenResource | undefined;
  /** Values of parameters that replace their defaults. */
  initial?: Readonly<Record<string, string>>;
  onClose: () => void;
}

// Forms and editors are large, and most visits of a page start no run.
const useOpened = later("The form", async () => (await import("./OpenedRunDialog.tsx")).OpenedRunDialog);

/** Runs a playbook. */
export function RunDialog({ playbookId, resource, initial = {}, onClose }: RunDialogProps) {
  const isOpen = playbookId !== undefined;
  const Opened = useOpened(isOpen, onClose);
  // The dialog keeps its content while it fades out, and begins again when it is opened.
  const [shown, setShown] = useState({ id: playbookId, isOpen, times: 0 });
  if (shown.isOpen !== isOpen || (isOpen && shown.id !== playbookId))
    setShown({ id: playbookId ?? shown.id, isOpen, times: shown.times + Number(isOpen) });
  if (!Opened || shown.id === undefined) return null;
  return (
    <Opened key={shown.times} id={shown.id} isOpen={isOpen} given={resource} initial={initial} onClose={onClose} />
  );
}
