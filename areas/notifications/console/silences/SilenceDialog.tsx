import { useQuery } from "@tanstack/react-query";
import { isId } from "#console/resources/resource-client.ts";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { FormSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { EditSilence } from "./EditSilence.tsx";
import { type ListedSilence, oneSilence } from "./silences-query.ts";

interface SilenceDialogProps {
  /** The id of the open silence; empty for none. */
  id: string;
  /** The silence, if the list has loaded it. */
  known: ListedSilence | undefined;
  close: () => void;
}

/** A dialog for an existing silence. */
export function SilenceDialog({ id, known, close }: SilenceDialogProps) {
  const found = useQuery({ ...oneSilence(id), enabled: isId(id) && !known });
  const silence = known ?? found.data?.[0];
  return (
    <Dialog isOpen={id !== ""} onClose={close} size="medium" focusesField={false} title="Edit Silence">
      {silence ? (
        <EditSilence key={silence.id} silence={silence} close={close} />
      ) : found.isError ? (
        <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />
      ) : found.isSuccess || !isId(id) ? (
        <p>This silence no longer exists. It may have been deleted.</p>
      ) : (
        <FormSkeleton label="Silence" />
      )}
    </Dialog>
  );
}
