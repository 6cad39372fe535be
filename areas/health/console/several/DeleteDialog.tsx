import { useQuery } from "@tanstack/react-query";
import { callOptions } from "#console/client/call.ts";
import { messageOf } from "#console/client/failure.ts";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { Skeleton } from "#console/widgets/Skeleton.tsx";
import { type DeletionPreview, previewDeletion } from "../../contract.ts";
import { type ChosenCheck, useChangeChecks } from "./change-checks.ts";

interface DeleteDialogProps {
  checks: readonly ChosenCheck[];
  isOpen: boolean;
  close: () => void;
  onDeleted?: () => void;
}

/** Lists everything that is deleted with the checks before the user confirms. */
export function DeleteDialog({ checks, isOpen, close, onDeleted }: DeleteDialogProps) {
  const { remove } = useChangeChecks();
  const preview = useQuery({
    ...callOptions(previewDeletion, { body: { checks: checks.map(({ id }) => id) } }),
    enabled: isOpen && checks.length > 0,
    staleTime: 0,
  });
  const title =
    checks.length === 1 ? `Delete ${checks[0]!.name}?` : `Delete ${checks.length.toLocaleString("en")} checks?`;
  return (
    <Confirm
      isOpen={isOpen}
      onClose={close}
      look="delete"
      title={title}
      onConfirm={async () => {
        const outcome = await remove(checks);
        if (outcome && outcome.done.length > 0) onDeleted?.();
      }}
    >
      {preview.data ? (
        <Contents of={preview.data} />
      ) : preview.isError ? (
        messageOf(preview.error)
      ) : (
        <Skeleton className="my-1 h-10 w-full" />
      )}
    </Confirm>
  );
}

const NAMED = 5;
const count = (figure: number, singular: string, plural = `${singular}s`) =>
  `${figure.toLocaleString("en")} ${figure === 1 ? singular : plural}`;

function Contents({ of: { checks, canaries, runs, relationships, failed } }: { of: DeletionPreview }) {
  return (
    <div className="flex flex-col gap-2">
      {checks.length > 0 && (
        <>
          <p>This removes:</p>
          <ul className="list-disc pl-5">
            <li>
              {count(checks.length, "check")}: {named(checks)}
            </li>
            <li>{count(runs, "recorded run")}</li>
            <li>{count(relationships, "relationship")}</li>
            {canaries.length > 0 && (
              <li>
                {count(canaries.length, "canary", "canaries")} with no check left: {named(canaries)}
              </li>
            )}
          </ul>
          <p>You can undo the deletion.</p>
        </>
      )}
      {failed.length > 0 && (
        <>
          <p className="text-text">
            {checks.length > 0 ? "These checks are kept:" : "None of the checks can be deleted:"}
          </p>
          <ul className="list-disc pl-5">
            {failed.slice(0, NAMED).map(({ id, name, error }) => (
              <li key={id}>
                {name}: {error}
              </li>
            ))}
            {failed.length > NAMED && <li>and {(failed.length - NAMED).toLocaleString("en")} more</li>}
          </ul>
        </>
      )}
    </div>
  );
}

const named = (names: readonly string[]) =>
  [
    ...names.slice(0, NAMED),
    ...(names.length > NAMED ? [`and ${(names.length - NAMED).toLocaleString("en")} more`] : []),
  ].join(", ");
