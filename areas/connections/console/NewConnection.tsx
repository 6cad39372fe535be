import { useQueryClient } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import { createResource } from "#console/resources/resource-client.ts";
import { refreshed } from "#console/resources/refreshed.ts";
import { Button } from "#console/widgets/Button.tsx";
import { UnsavedGuard } from "#console/widgets/dialog/UnsavedGuard.tsx";
import type { JsonSchema } from "#console/widgets/form/json-schema.ts";
import { isSameJson } from "#console/widgets/form/same-json.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import type { KindDescription } from "#language/kinds.ts";
import { askingSchema, type Draft, newDraft, newRow } from "./connection-form.ts";
import { ConnectionForm } from "./ConnectionForm.tsx";
import { DialogBody, DialogColumn } from "./DialogBody.tsx";
import { TypeLine } from "./TypeLine.tsx";
import { useSaving } from "./use-saving.ts";

interface NewConnectionProps {
  kind: KindDescription;
  back: () => void;
  /** With the id of what was added. */
  made: (id: string) => Promise<unknown>;
}

const table = { table: "connections" } as const;

/** The form of a connection that does not exist yet. */
export function NewConnection({ kind, back, made }: NewConnectionProps) {
  const cache = useQueryClient();
  const form = useId();
  const schema = kind.schema as JsonSchema;
  const asked = useMemo(() => askingSchema(schema), [schema]);
  const begun = useMemo(() => newDraft(schema), [schema]);
  const [draft, setDraft] = useState<Draft>(begun);
  const { isBusy, told, forget, save } = useSaving(schema);
  const create = () =>
    void save(draft["name"], async () => {
      const { id } = await createResource(table, newRow(kind.type, schema, draft));
      toast.success("Connection added successfully");
      await refreshed(cache, table);
      await made(id);
    });
  return (
    <DialogBody
      actions={
        <>
          <Button look="primary" type="submit" form={form} isBusy={isBusy}>
            Save
          </Button>
          <Button icon="chevron-left" onClick={back}>
            Back
          </Button>
        </>
      }
    >
      <DialogColumn>
        {kind.isForMessages && <TypeLine kind={kind} />}
        <ConnectionForm
          id={form}
          schema={asked}
          draft={draft}
          onChange={(next) => {
            forget();
            setDraft(next);
          }}
          send={create}
          told={told}
          takesFocus
        />
      </DialogColumn>
      <UnsavedGuard isDirty={!isBusy && !isSameJson(begun, draft)} params={PARAMS} />
    </DialogBody>
  );
}

const PARAMS = ["add", "id"];
