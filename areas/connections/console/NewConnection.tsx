import { useQueryClient } from "@tanstack/react-query";
import { useId, useMemo, useRef, useState } from "react";
import { refreshed } from "#console/client/query.ts";
import { createResource } from "#console/resources/resource-client.ts";
import { Button } from "#console/widgets/Button.tsx";
import { UnsavedGuard } from "#console/widgets/dialog/UnsavedGuard.tsx";
import type { JsonSchema } from "#console/widgets/form/json-schema.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import type { KindDescription } from "#language/kinds.ts";
import { isSameJson } from "#lib/json/json.ts";
import { askingSchema, type Draft, newDraft, newRow } from "./connection-form.ts";
import { ConnectionForm, type FormHandle, MissingDriver } from "./ConnectionForm.tsx";
import { DialogBody, DialogColumn } from "./DialogBody.tsx";
import { TestResults } from "./TestResults.tsx";
import { useSaving } from "./use-saving.ts";
import { useTrial } from "./use-trial.ts";

interface NewConnectionProps {
  kind: KindDescription;
  back: () => void;
  /** Called with the id of the new connection. */
  onCreated: (id: string) => Promise<unknown>;
}

const table = { table: "connections" } as const;

/** The form for a new connection. */
export function NewConnection({ kind, back, onCreated }: NewConnectionProps) {
  const cache = useQueryClient();
  const form = useId();
  const schema = kind.schema as JsonSchema;
  const asked = useMemo(() => askingSchema(schema), [schema]);
  const initial = useMemo(() => newDraft(schema), [schema]);
  const [draft, setDraft] = useState<Draft>(initial);
  const { isBusy, serverProblems, forget, save } = useSaving(schema);
  const create = () =>
    void save(draft["name"], async () => {
      const { id } = await createResource(table, newRow(kind.type, schema, draft));
      toast.success("Connection added successfully");
      await refreshed(cache, table);
      await onCreated(id);
    });
  const testing = useTrial({ changes: newRow(kind.type, schema, draft) });
  const handle = useRef<FormHandle>(null);
  return (
    <DialogBody
      result={<TestResults testing={testing} canSend={kind.isForMessages === true} />}
      actions={
        <>
          <Button icon="chevron-left" className="mr-auto" onClick={back}>
            Back
          </Button>
          <Button
            icon="plug"
            onClick={() => {
              // A connection can be tested without a name.
              if (handle.current?.isComplete({ ignored: "name" })) void testing.start();
            }}
          >
            Test Connection
          </Button>
          <Button look="primary" type="submit" form={form} isBusy={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <DialogColumn>
        <MissingDriver kind={kind} />
        <ConnectionForm
          ref={handle}
          id={form}
          schema={asked}
          draft={draft}
          onChange={(next) => {
            forget();
            setDraft(next);
          }}
          send={create}
          serverProblems={serverProblems}
          takesFocus
        />
      </DialogColumn>
      <UnsavedGuard isDirty={!isBusy && !isSameJson(initial, draft)} params={PARAMS} />
    </DialogBody>
  );
}

const PARAMS = ["add", "id"];
