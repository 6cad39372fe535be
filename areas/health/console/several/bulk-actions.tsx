import { type ReactNode, useMemo, useState } from "react";
import { useActor } from "#console/access/access.ts";
import { later } from "#console/widgets/later.ts";
import type { BulkAction } from "#console/widgets/table/BulkBar.tsx";
import type { Check } from "../dashboard/check.ts";
import { type ChosenCheck, useChangeChecks } from "./change-checks.ts";

// The code of the dialogs is loaded when a dialog is first opened.
const usePauseDialog = later("The pause", async () => (await import("./PauseDialog.tsx")).PauseDialog);
const useDeleteDialog = later("The deletion", async () => (await import("./DeleteDialog.tsx")).DeleteDialog);

interface Asking {
  what: "pause" | "delete";
  checks: readonly ChosenCheck[];
  clear: () => void;
}

export interface BulkActions {
  /** Undefined if the user is not allowed to change or run checks. */
  actions: readonly BulkAction<Check>[] | undefined;
  dialogs: ReactNode;
}

/** The bulk actions that the user may perform on the selected checks. */
export function useBulkActions(checks: readonly Check[] | undefined): BulkActions {
  const actor = useActor();
  const { run, resume } = useChangeChecks();
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  const Pause = usePauseDialog(asking?.what === "pause", close);
  const Delete = useDeleteDialog(asking?.what === "delete", close);
  const [mayRun, mayWrite] = [actor.can("check:run", "canaries"), actor.can("write", "canaries")];

  const actions = useMemo((): readonly BulkAction<Check>[] | undefined => {
    // Selected rows that a filter hides are included.
    const named = (keys: readonly string[]) => {
      const wanted = new Set(keys);
      return (checks ?? []).filter(({ id }) => wanted.has(id)).map(({ id, name }) => ({ id, name }));
    };
    const offered: BulkAction<Check>[] = [];
    if (mayRun) offered.push({ label: "Run Now", icon: "play", run: (_, keys) => void run(named(keys)) });
    if (mayWrite)
      offered.push(
        {
          label: "Pause",
          icon: "pause",
          run: (_, keys, clear) => setAsking({ what: "pause", checks: named(keys), clear }),
        },
        { label: "Resume", icon: "circle-play", run: (_, keys) => void resume(named(keys)) },
        {
          label: "Delete",
          icon: "trash-2",
          isDestructive: true,
          run: (_, keys, clear) => setAsking({ what: "delete", checks: named(keys), clear }),
        },
      );
    return offered.length > 0 ? offered : undefined;
  }, [checks, mayRun, mayWrite, run, resume]);

  const dialogs = (
    <>
      {Pause && asking && (
        <Pause checks={asking.checks} isOpen={asking.what === "pause"} close={close} onPaused={asking.clear} />
      )}
      {Delete && asking && (
        <Delete checks={asking.checks} isOpen={asking.what === "delete"} close={close} onDeleted={asking.clear} />
      )}
    </>
  );
  return { actions, dialogs };
}
