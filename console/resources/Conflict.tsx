import { useState } from "react";
import { isAborted, messageOf } from "#console/client/failure.ts";
import { Button } from "#console/widgets/Button.tsx";
import { useYaml } from "#console/widgets/code/use-yaml.ts";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { DiffViewer } from "#console/widgets/diff/DiffViewer.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import type { FoundResource } from "./resource-client.ts";
import { type Draft, draftOf } from "./resource-row.ts";

interface ConflictProps {
  name: string;
  mine: Draft;
  /** The stored version. It is null if the resource was deleted, and undefined without a conflict. */
  theirs: FoundResource | null | undefined;
  close: () => void;
  takeTheirs: () => void;
  keepMine: (etag: string | undefined) => Promise<void>;
}

/**
 * Shown when two people changed the same resource. Both versions are shown, and nothing is overwritten until the person
 * chooses a version.
 */
export function Conflict({ name, mine, theirs, close, takeTheirs, keepMine }: ConflictProps) {
  const [isBusy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    try {
      await keepMine(theirs?.etag);
      close();
    } catch (error) {
      if (!isAborted(error)) toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const take = () => {
    takeTheirs();
    close();
  };
  const isGone = theirs === null;
  return (
    <Dialog
      isOpen={theirs !== undefined}
      onClose={close}
      size="large"
      title={isGone ? `${name} was deleted in the meantime` : `Someone else changed ${name} while you were editing it`}
      actions={
        <>
          <Button onClick={close}>Keep editing</Button>
          {!isGone && <Button onClick={take}>Use the stored version</Button>}
          {!isGone && (
            <Button look="primary" isBusy={isBusy} onClick={() => void keep()}>
              Overwrite with my version
            </Button>
          )}
        </>
      }
    >
      {theirs ? (
        <Difference theirs={draftOf(theirs.row)} mine={mine} />
      ) : (
        <p>Nothing was saved. Keep editing to copy what you typed, and add it as a new resource.</p>
      )}
    </Dialog>
  );
}

function Difference({ theirs, mine }: { theirs: Draft; mine: Draft }) {
  const before = useYaml(theirs);
  const after = useYaml(mine);
  return (
    <div className="flex flex-col gap-3">
      <p>Your changes were not saved. The left side shows the stored version, the right side shows yours.</p>
      {before === undefined || after === undefined ? (
        <TextSkeleton label="The differences" lines={8} />
      ) : (
        <DiffViewer title="Stored version and your version" before={before} after={after} />
      )}
    </div>
  );
}
