import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { messageOf } from "#console/client/failure.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { FormFailure } from "#console/widgets/form/FormFailure.tsx";
import { MomentField } from "#console/widgets/form/fields/MomentField.tsx";
import { SelectField } from "#console/widgets/form/fields/SelectField.tsx";
import { SwitchField } from "#console/widgets/form/fields/SwitchField.tsx";
import { LongTextField } from "#console/widgets/form/fields/TextField.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { permissionActions } from "#language/permissions.ts";
import { deletePermission, refreshPermissions, savePermission } from "./permission-changes.ts";
import { Resource, Subject } from "./permission-columns.tsx";
import {
  type Draft,
  draftOf,
  emptyDraft,
  missingOf,
  type PermissionRow,
  resourceTypeOf,
  rowOf,
  subjectTypeOf,
} from "./permission-draft.ts";
import { resourceWords, thingOf } from "./permission-words.ts";
import { ResourceChoice, SubjectChoice } from "./PermissionSides.tsx";

interface PermissionFormProps {
  /** Undefined for a new permission. */
  row: PermissionRow | undefined;
  /** The initial draft of a new permission. */
  begin?: Draft;
  close: () => void;
}

/** Subject, resource and effect of a permission. */
export function PermissionForm({ row, begin = emptyDraft, close }: PermissionFormProps) {
  const mayWrite = useActor().can("write", "permissions");
  const cache = useQueryClient();
  const [draft, setDraft] = useState<Draft>(() => (row ? draftOf(row) : begin));
  const [wasSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isDeleting, setDeleting] = useState(false);
  const isKeptElsewhere = row !== undefined && row.source !== "UI";
  const isReadOnly = !mayWrite || isKeptElsewhere;
  // Values that the form cannot edit are kept.
  const fixed = {
    resource: row !== undefined && resourceTypeOf(row) === undefined,
    subject: row !== undefined && subjectTypeOf(row) === undefined,
  };
  const missing = missingOf(draft, fixed);
  const shown = wasSent ? missing : undefined;
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });

  const save = async () => {
    setSent(true);
    if (missing || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await savePermission(row?.id, rowOf(draft, fixed));
      toast.success(row ? "Permission updated" : "Permission added");
      await refreshPermissions(cache);
      close();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void save();
      }}
    >
      {isReadOnly && (
        <p role="note" className="rounded-md border border-line bg-sunken px-3 py-2">
          <span className="font-medium">Read-only</span>{" "}
          {isKeptElsewhere ? `Managed by ${row.source}` : "You need permission to write permissions."}
        </p>
      )}
      {fixed.subject && row ? (
        <Fixed label="Subject">
          <Subject row={row} />
        </Fixed>
      ) : (
        <SubjectChoice draft={draft} change={setDraft} error={shown?.subject} isReadOnly={isReadOnly} />
      )}
      {fixed.resource && row ? (
        <Fixed label="Resource">
          {thingOf(row) ? <Resource row={row} /> : <span className="wrap-anywhere">{resourceWords(row)}</span>}
        </Fixed>
      ) : (
        <ResourceChoice draft={draft} change={setDraft} error={shown?.resource} isReadOnly={isReadOnly} />
      )}
      <div className="grid gap-4 shell:grid-cols-2">
        <SelectField
          label="Action"
          isRequired
          value={draft.action}
          onChange={(action) => change({ action })}
          options={permissionActions.map((value) => ({ value: value as string }))}
          isReadOnly={isReadOnly}
          error={shown?.action}
        />
        <MomentField
          label="Until"
          value={draft.until}
          onChange={(until) => change({ until })}
          isReadOnly={isReadOnly}
          help="After this time the rule has no effect. Leave the field empty for no expiry."
        />
      </div>
      <SwitchField
        label="Deny"
        help="Denies the action. A rule that denies overrides all rules that allow."
        value={draft.deny}
        onChange={(deny) => change({ deny: deny ?? false })}
        isReadOnly={isReadOnly}
      />
      <LongTextField
        label="Description"
        value={draft.description}
        onChange={(description) => change({ description })}
        isReadOnly={isReadOnly}
        rows={2}
      />
      <FormFailure>{failure}</FormFailure>
      <div className="flex flex-wrap justify-between gap-2 pt-1">
        <span>
          {row && !isReadOnly && (
            <Button icon="trash-2" className="text-unhealthy-text" onClick={() => setDeleting(true)}>
              Delete
            </Button>
          )}
        </span>
        <span className="flex gap-2">
          <Button onClick={close}>{isReadOnly ? "Close" : "Cancel"}</Button>
          {!isReadOnly && (
            <Button type="submit" look="primary" isBusy={isBusy}>
              Save
            </Button>
          )}
        </span>
      </div>
      <Confirm
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        look="delete"
        title="Delete Permission"
        onConfirm={async () => {
          if (!row) return;
          await deletePermission(row.id);
          toast.success("Permission deleted");
          await refreshPermissions(cache);
          close();
        }}
      >
        Are you sure you want to delete the permission?
      </Confirm>
    </form>
  );
}

/** The subject or resource of a rule that was created elsewhere and cannot be edited here. */
const Fixed = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="min-w-0">
    <p className="mb-1 font-medium">{label}</p>
    <div className="flex min-h-8 items-center rounded-md border border-line bg-sunken px-2.5 py-1">{children}</div>
  </div>
);
