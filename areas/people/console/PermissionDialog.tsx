import { useQuery } from "@tanstack/react-query";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { FormSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import type { Draft, PermissionRow } from "./permission-draft.ts";
import { PermissionForm } from "./PermissionForm.tsx";
import { onePermission } from "./permissions-query.ts";

interface PermissionDialogProps {
  /** The id of the edited permission; empty if none. */
  id: string;
  /** The edited permission, if the list has loaded it. */
  known: PermissionRow | undefined;
  isAdding: boolean;
  /** The initial draft of a new permission. */
  begin?: Draft;
  close: () => void;
}

/** A dialog for a new or an existing permission. */
export function PermissionDialog({ id, known, isAdding, begin, close }: PermissionDialogProps) {
  const isEditing = id !== "" && !isAdding;
  const found = useQuery({ ...onePermission(id), enabled: isEditing && !known });
  const row = known ?? found.data?.[0];
  return (
    <Dialog
      isOpen={isAdding || isEditing}
      onClose={close}
      size="small"
      title={isAdding ? "Add Permission" : "Edit Permission"}
    >
      {isAdding || row ? (
        <PermissionForm
          key={isAdding ? "new" : row?.id}
          row={isAdding ? undefined : row}
          {...(begin && { begin })}
          close={close}
        />
      ) : found.isError ? (
        <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />
      ) : found.isSuccess ? (
        <p>This permission no longer exists. It may have been deleted.</p>
      ) : (
        <FormSkeleton label="Permission" />
      )}
    </Dialog>
  );
}
