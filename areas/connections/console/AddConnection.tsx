import type { UseQueryResult } from "@tanstack/react-query";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { KindPicker } from "#console/widgets/kind/KindPicker.tsx";
import { CardsSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import type { KindDescription } from "#language/kinds.ts";
import { NewConnection } from "./NewConnection.tsx";
import { TypeLine } from "./TypeLine.tsx";

interface AddConnectionProps {
  /** The chosen type. If it is empty, the dialog is closed. If it is not a known type, the list of types is shown. */
  type: string;
  kinds: Pick<UseQueryResult<readonly KindDescription[]>, "data" | "isError" | "error" | "isFetching" | "refetch">;
  choose: (type: string) => void;
  back: () => void;
  close: () => void;
  onCreated: (id: string) => Promise<unknown>;
}

/** Selects the type first, then shows its form. */
export function AddConnection({ type, kinds, choose, back, close, onCreated }: AddConnectionProps) {
  const kind = kinds.data?.find((item) => item.type === type);
  return (
    <Dialog
      isOpen={type !== ""}
      onClose={close}
      size={kind ? "medium" : "full"}
      title={kind ? `New ${kind.title} connection` : "Select Connection Type"}
      {...(kind && { description: <TypeLine kind={kind} /> })}
    >
      {kind ? (
        <NewConnection key={kind.type} kind={kind} back={back} onCreated={onCreated} />
      ) : kinds.data ? (
        <KindPicker kinds={kinds.data} choose={choose} isSticky />
      ) : kinds.isError ? (
        <ErrorPage error={kinds.error} retry={() => void kinds.refetch()} isRetrying={kinds.isFetching} />
      ) : (
        <CardsSkeleton label="connection types" />
      )}
    </Dialog>
  );
}
