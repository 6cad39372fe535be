import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { refreshed } from "#console/client/query.ts";
import { deleteResource } from "#console/resources/resource-client.ts";
import type { SlotEntry, Slots } from "#console/shell/area.ts";
import { SlotContent, useSlot } from "#console/shell/Slot.tsx";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { UnsavedGuard } from "#console/widgets/dialog/UnsavedGuard.tsx";
import { Tabs } from "#console/widgets/tabs/Tabs.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import type { KindDescription } from "#language/kinds.ts";
import { DialogBody } from "./DialogBody.tsx";
import type { StoredConnection as Row } from "./connections-query.ts";
import { TestResults } from "./TestResults.tsx";
import type { Testing } from "./use-trial.ts";

interface StoredConnectionProps {
  row: Row;
  kind?: KindDescription;
  /** The form that the Save button submits. */
  formId: string;
  isReadOnly: boolean;
  isDirty: boolean;
  isBusy: boolean;
  testing: Testing;
  /** Validates the form, and starts the test if nothing is missing. */
  test: () => void;
  close: () => void;
  /** The form. Its draft is kept while another tab is shown. */
  children: ReactNode;
}

const table = { table: "connections" } as const;
const tabUrl = urlState({ tab: text() });
const GUARDED = ["id"];

const slotted = (entry: SlotEntry<Slots["connection.tabs"]>, props: Slots["connection.tabs"]) => () => (
  <SlotContent entry={entry} of={props} />
);

/** The tabs and actions of a stored connection, for every kind of form. */
export function StoredConnection(props: StoredConnectionProps) {
  const { row, kind, formId, isReadOnly, isDirty, isBusy, testing, test, close, children } = props;
  const cache = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const [wasDeleted, setDeleted] = useState(false);
  const connection = { id: row.id, isForMessages: kind?.isForMessages === true };
  const more = useSlot("connection.tabs").filter(({ fits }) => fits === undefined || fits(connection));
  const [{ tab }] = useUrl(tabUrl);
  const tabs = more.map((entry) => ({
    value: entry.title.toLowerCase().replaceAll(" ", "-"),
    label: entry.title,
    draw: slotted(entry, connection),
  }));
  const isEditing = !tabs.some(({ value }) => value === tab);
  const remove = async () => {
    await deleteResource(table, row.id);
    toast.success("Connection deleted successfully");
    setDeleted(true);
    close();
    await refreshed(cache, table);
  };
  return (
    <DialogBody
      result={<TestResults testing={testing} canSend={kind?.isForMessages === true} />}
      actions={
        isEditing &&
        !isReadOnly && (
          <>
            <Button icon="trash-2" className="mr-auto text-unhealthy-text" onClick={() => setDeleting(true)}>
              Delete
            </Button>
            <Button icon="plug" onClick={test}>
              Test Connection
            </Button>
            <Button look="primary" type="submit" form={formId} isBusy={isBusy} disabled={!isDirty}>
              Save
            </Button>
          </>
        )
      }
    >
      <Tabs isPadded label={row.name} tabs={[{ value: "edit", label: "Edit", draw: () => children }, ...tabs]} />
      <UnsavedGuard isDirty={isDirty && !wasDeleted} params={GUARDED} />
      <Confirm
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        look="delete"
        title="Delete connection"
        onConfirm={remove}
      >
        <p className="wrap-anywhere">Are you sure you want to delete the connection “{row.name}”?</p>
        <p className="mt-2">Resources that use this connection will no longer reach its target.</p>
      </Confirm>
    </DialogBody>
  );
}
