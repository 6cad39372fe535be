// Buttons that open the dialogs for several checks with a single one.
import { useState } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { useClock } from "#console/widgets/time/clock.ts";
import { isPausedAt, pauseOf } from "../../model.ts";
import { DeleteDialog } from "../several/DeleteDialog.tsx";
import { PauseDialog } from "../several/PauseDialog.tsx";
import type { CheckDetail } from "./check-query.ts";

/** A paused check is resumed by the button in its notice. */
export function PauseCheck({ check }: { check: CheckDetail }) {
  const [isOpen, setOpen] = useState(false);
  const isPaused = useClock((now) => Number(isPausedAt(pauseOf(check), now))) === 1;
  return (
    <>
      {!isPaused && (
        <Button icon="pause" onClick={() => setOpen(true)}>
          Pause
        </Button>
      )}
      <PauseDialog checks={[check]} isOpen={isOpen} close={() => setOpen(false)} />
    </>
  );
}

export function DeleteCheck({ check }: { check: CheckDetail }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="trash-2" label="Delete check" onClick={() => setOpen(true)} />
      <DeleteDialog checks={[check]} isOpen={isOpen} close={() => setOpen(false)} />
    </>
  );
}
