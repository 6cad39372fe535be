import { useState } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";

export interface Conflict {
  mine: string;
  /** The stored title and its version. */
  theirs: { title: string; updated_at: string };
}

interface TitleConflictProps {
  conflict: Conflict | undefined;
  close: () => void;
  /** Saves the person's title over the version that is shown. */
  save: (title: string, version: string) => Promise<void>;
}

/** Shown when another person changed the title during the edit. Both texts are shown, and nothing is overwritten. */
export function TitleConflict({ conflict, close, save }: TitleConflictProps) {
  const [isBusy, setBusy] = useState(false);
  const overwrite = async () => {
    if (!conflict) return;
    setBusy(true);
    await save(conflict.mine, conflict.theirs.updated_at);
    setBusy(false);
  };
  return (
    <Dialog
      isOpen={conflict !== undefined}
      onClose={close}
      size="small"
      title="Someone else changed the title while you were editing it"
      actions={
        <>
          <Button onClick={close}>Keep the stored title</Button>
          <Button look="primary" isBusy={isBusy} onClick={() => void overwrite()}>
            Use my title
          </Button>
        </>
      }
    >
      <p>Your title was not saved. The changelog keeps the title that you replace.</p>
      <dl className="mt-3 grid gap-3 min-[768px]:grid-cols-2">
        <Version name="Stored title" text={conflict?.theirs.title ?? ""} />
        <Version name="Your title" text={conflict?.mine ?? ""} />
      </dl>
    </Dialog>
  );
}

const Version = ({ name, text }: { name: string; text: string }) => (
  <div className="min-w-0 rounded-md border border-line p-3">
    <dt className="text-meta text-muted">{name}</dt>
    <dd className="font-medium wrap-anywhere">{text}</dd>
  </div>
);
