import { useId, useMemo, useRef, useState } from "react";
import type { JsonSchema } from "#console/widgets/form/json-schema.ts";
import type { KindDescription } from "#language/kinds.ts";
import { isSameJson } from "#lib/json/json.ts";
import { askingSchema, changesOf, type Draft, draftOf } from "./connection-form.ts";
import { ConnectionForm, type FormHandle, MissingDriver } from "./ConnectionForm.tsx";
import { type FoundConnection, rowOf } from "./connections-query.ts";
import { DialogColumn } from "./DialogBody.tsx";
import { StoredConnection } from "./StoredConnection.tsx";
import { useReadOnly } from "./read-only.tsx";
import { useTrial } from "./use-trial.ts";
import { useUpdate } from "./use-update.tsx";

interface TypedConnectionProps {
  found: FoundConnection;
  kind: KindDescription;
  close: () => void;
}

/** The form for a connection of a known type. It follows the stored row until the user edits a field. */
export function TypedConnection({ found, kind, close }: TypedConnectionProps) {
  const form = useId();
  const schema = kind.schema as JsonSchema;
  const [edited, setEdited] = useState<{ draft: Draft; original: FoundConnection }>();
  const original = edited?.original ?? found;
  const saved = useMemo(() => draftOf(schema, rowOf(original)), [schema, original]);
  const asked = useMemo(() => askingSchema(schema, saved), [schema, saved]);
  const draft = edited?.draft ?? saved;
  const { reason, isReadOnly } = useReadOnly(found.row);
  const update = useUpdate({ found: original, schema, done: () => setEdited(undefined) });
  const isDirty = !isReadOnly && !isSameJson(saved, draft);
  const { id } = found.row;
  const testing = useTrial(
    isDirty ? { id, changes: changesOf(schema, rowOf(original), draft) } : { id, changes: undefined },
  );
  const handle = useRef<FormHandle>(null);
  return (
    <StoredConnection
      row={found.row}
      kind={kind}
      formId={form}
      isReadOnly={isReadOnly}
      isDirty={isDirty}
      isBusy={update.isBusy}
      testing={testing}
      test={() => {
        if (handle.current?.isComplete({ ignored: "name" })) void testing.start();
      }}
      close={close}
    >
      <DialogColumn>
        {reason}
        <MissingDriver kind={kind} />
        <ConnectionForm
          ref={handle}
          id={form}
          schema={asked}
          draft={draft}
          onChange={(next) => {
            update.forget();
            setEdited({ draft: next, original });
          }}
          send={() => update.send(draft["name"], changesOf(schema, rowOf(original), draft))}
          serverProblems={update.serverProblems}
          isReadOnly={isReadOnly}
        />
      </DialogColumn>
      {update.question}
    </StoredConnection>
  );
}
