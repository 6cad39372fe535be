import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { isAborted, messageOf } from "#console/client/failure.ts";
import { refreshed } from "#console/client/query.ts";
import { createResource } from "#console/resources/resource-client.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { MomentField } from "#console/widgets/form/fields/MomentField.tsx";
import { NumberField } from "#console/widgets/form/fields/NumberField.tsx";
import { ScheduleField } from "#console/widgets/form/fields/ScheduleField.tsx";
import { TextField } from "#console/widgets/form/fields/TextField.tsx";
import { Segments } from "#console/widgets/form/Segments.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import type { CheckDetail } from "./check-query.ts";
import { type DraftProblems, type MaintenanceDraft, newMaintenance, problemsOf, rowOf } from "./maintenance-draft.ts";

const table = { table: "maintenance_windows" } as const;

interface MaintenanceDialogProps {
  check: CheckDetail;
  isOpen: boolean;
  close: () => void;
}

/** The dialog that sets a maintenance window for a check or its canary. */
export function MaintenanceDialog({ check, isOpen, close }: MaintenanceDialogProps) {
  const cache = useQueryClient();
  const [draft, setDraft] = useState(() => newMaintenance(check.name, Date.now()));
  const [problems, setProblems] = useState<DraftProblems>({});
  const form = useId();
  const [isBusy, setBusy] = useState(false);
  const change = (part: Partial<MaintenanceDraft>) => {
    setProblems({});
    setDraft({ ...draft, ...part });
  };

  const send = async () => {
    const found = problemsOf(draft, Date.now());
    setProblems(found);
    if (isBusy || Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await createResource(table, rowOf(draft, { checkId: check.id, canaryId: check.canary_id }));
      await refreshed(cache, table);
      toast.success("Maintenance window set");
      close();
    } catch (error) {
      if (!isAborted(error)) toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      size="small"
      title="Schedule maintenance"
      description="Runs are recorded and marked. They send no notifications and do not count towards uptime."
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" type="submit" form={form} isBusy={isBusy}>
            Schedule maintenance
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextField
          label="Name"
          value={draft.name}
          onChange={(name) => change({ name })}
          isRequired
          error={problems.name}
        />
        <Choice label="For">
          <Segments
            label="For"
            value={draft.about}
            onChange={(about) => change({ about })}
            options={[
              { value: "check", label: "This check" },
              { value: "canary", label: "All checks of its canary" },
            ]}
          />
        </Choice>
        <Choice label="When">
          <Segments
            label="When"
            value={draft.when}
            onChange={(when) => change({ when })}
            options={[
              { value: "once", label: "Once" },
              { value: "recurring", label: "Recurring" },
            ]}
          />
        </Choice>
        {draft.when === "once" ? (
          <div className="grid gap-4 shell:grid-cols-2">
            <MomentField label="From" value={draft.from} onChange={(from) => change({ from })} help="Default: now" />
            <MomentField
              label="Until"
              value={draft.until}
              onChange={(until) => change({ until })}
              isRequired
              error={problems.until}
            />
          </div>
        ) : (
          <div className="grid gap-4 shell:grid-cols-2">
            <ScheduleField
              label="Begins"
              value={draft.schedule}
              onChange={(schedule) => change({ schedule })}
              presets="windows"
              isRequired
              error={problems.schedule}
            />
            <NumberField
              label="Lasts (minutes)"
              value={draft.minutes}
              onChange={(minutes) => change({ minutes: typeof minutes === "number" ? minutes : undefined })}
              isRequired
              error={problems.minutes}
            />
          </div>
        )}
      </form>
    </Dialog>
  );
}

const Choice = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <span aria-hidden className="mb-1 block font-medium">
      {label}
    </span>
    {children}
  </div>
);
