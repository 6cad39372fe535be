import { useState } from "react";
import { later } from "#console/widgets/later.ts";
import type { ChosenResource } from "./needed-resource.ts";

interface RunDialogProps {
  /** Undefined while the dialog is closed. */
  playbookId: string | undefined;
  /** The resource, if it is known; otherwise the person chooses a resource. */
  resource?: ChosenResource | undefined;
  /** Parameter values that replace the defaults. */
  initial?: Readonly<Record<string, string>>;
  onClose: () => void;
}

// Forms and editors are large and most visits start no run, so they are loaded on demand.
const useOpened = later("The form", async () => (await import("./OpenedRunDialog.tsx")).OpenedRunDialog);

/** Runs a playbook. */
export function RunDialog({ playbookId, resource, initial = {}, onClose }: RunDialogProps) {
  const isOpen = playbookId !== undefined;
  const Opened = useOpened(isOpen, onClose);
  // The dialog keeps its content while it fades out, and is reset when it is opened again.
  const [shown, setShown] = useState({ id: playbookId, isOpen, times: 0 });
  if (shown.isOpen !== isOpen || (isOpen && shown.id !== playbookId))
    setShown({ id: playbookId ?? shown.id, isOpen, times: shown.times + Number(isOpen) });
  if (!Opened || shown.id === undefined) return null;
  return (
    <Opened key={shown.times} id={shown.id} isOpen={isOpen} given={resource} initial={initial} onClose={onClose} />
  );
}
