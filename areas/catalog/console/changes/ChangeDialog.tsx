import { useQuery } from "@tanstack/react-query";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { Slot, useSlot } from "#console/shell/Slot.tsx";
import { DataViewer } from "#console/widgets/code/DataViewer.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { DiffViewer } from "#console/widgets/diff/DiffViewer.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { ConfigLink } from "../parts/ConfigLink.tsx";
import { TitledPart, hasContent } from "../parts/Facts.tsx";
import { ChangeFacts } from "./ChangeFacts.tsx";
import { type ChangeDetail, oneChange } from "./changes-query.ts";

interface ChangeDialogProps {
  /** The id of the open change; empty for none. */
  id: string;
  close: () => void;
}

/** Details of a change: the facts, the diff or patches, and the data that the source reported. */
export function ChangeDialog({ id, close }: ChangeDialogProps) {
  const found = useQuery({ ...oneChange(id), enabled: id !== "" });
  const change = found.data?.[0];
  const hasActions = useSlot("config_change.actions").length > 0;
  return (
    <Dialog
      isOpen={id !== ""}
      onClose={close}
      size="large"
      title={change?.change_type ?? "Change"}
      description={
        change?.config && (
          <ConfigLink
            id={change.config.id}
            name={change.config.name}
            type={change.config.type}
            deletedAt={change.config.deleted_at}
            isMarked
          />
        )
      }
      actions={
        hasActions &&
        change && <Slot name="config_change.actions" of={{ id: change.id, config_id: change.config_id }} />
      }
    >
      {change ? (
        <Details change={change} />
      ) : found.isError ? (
        <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />
      ) : found.isSuccess ? (
        <p>This change no longer exists. Changes are removed after a while, or together with their item.</p>
      ) : (
        <TextSkeleton label="The change" lines={8} />
      )}
    </Dialog>
  );
}

function Details({ change }: { change: ChangeDetail }) {
  const { details, diff, patches } = change;
  return (
    <div className="flex flex-col gap-4">
      <ChangeFacts change={change} />
      {diff ? (
        isUnified(diff) ? (
          <DiffViewer title="What changed" unified={diff} />
        ) : (
          <DataViewer title="What changed" value={diff} className="max-h-[50dvh]" />
        )
      ) : (
        hasContent(patches) && (
          <TitledPart title="Patches">
            <DataViewer title="Patches" value={patches} className="max-h-[50dvh]" />
          </TitledPart>
        )
      )}
      {hasContent(details) && (
        <TitledPart title="Details">
          <DataViewer title="Details" value={details} className="max-h-[50dvh]" />
        </TitledPart>
      )}
      {!diff && !hasContent(patches) && !hasContent(details) && (
        <p className="text-muted">The source did not report any details of this change.</p>
      )}
    </div>
  );
}

/** The diff from a source may have any format. */
const isUnified = (diff: string) => /^@@ -\d/m.test(diff);
