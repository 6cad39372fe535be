import { useQuery } from "@tanstack/react-query";
import { isId } from "#console/resources/resource-client.ts";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { FormSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { RuleEditor } from "./RuleEditor.tsx";
import { oneRule } from "./rules-query.ts";

interface RuleDialogProps {
  /** The id of the open rule; empty for none. */
  id: string;
  isAdding: boolean;
  close: () => void;
}

/** A dialog for a new or an existing rule. */
export function RuleDialog({ id, isAdding, close }: RuleDialogProps) {
  const isEditing = id !== "" && !isAdding;
  const found = useQuery({ ...oneRule(id), enabled: isEditing && isId(id) });
  const isGone = isEditing && (!isId(id) || found.data === null);
  return (
    <Dialog
      isOpen={isAdding || isEditing}
      onClose={close}
      size="full"
      focusesField={isAdding}
      title={isAdding ? "Add Notification Rule" : "Edit Notification Rule"}
    >
      {isAdding ? (
        <RuleEditor key="new" close={close} />
      ) : isGone ? (
        <p>This rule no longer exists. It may have been deleted.</p>
      ) : found.data ? (
        <RuleEditor key={id} found={found.data} close={close} />
      ) : found.isError ? (
        <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />
      ) : (
        <FormSkeleton label="Rule" />
      )}
    </Dialog>
  );
}
