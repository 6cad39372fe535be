import { useId, useMemo, useState } from "react";
import { CodeEditor } from "#console/widgets/editor/CodeEditor.tsx";
import { useCode } from "#console/widgets/editor/use-code.ts";
import type { JsonSchema } from "#console/widgets/form/json-schema.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import { isSameJson } from "#lib/json/json.ts";
import { rawChanges } from "./connection-form.ts";
import { type FoundConnection, rowOf } from "./connections-query.ts";
import { Note } from "./DialogBody.tsx";
import { StoredConnection } from "./StoredConnection.tsx";
import { useReadOnly } from "./read-only.tsx";
import { useTrial } from "./use-trial.ts";
import { useUpdate } from "./use-update.tsx";

interface RawConnectionProps {
  found: FoundConnection;
  close: () => void;
}

const anyRow: JsonSchema = { type: "object" };

/** A connection of an unknown type: its row, edited as code. */
export function RawConnection({ found, close }: RawConnectionProps) {
  const form = useId();
  const [edited, setEdited] = useState<{ value: unknown; original: FoundConnection }>();
  const original = edited?.original ?? found;
  const row = useMemo(() => rowOf(original), [original]);
  const value = edited ? edited.value : row;
  const { reason, isReadOnly } = useReadOnly(found.row);
  const update = useUpdate({ found: original, schema: anyRow, done: () => setEdited(undefined) });
  const code = useCode({
    schema: anyRow,
    value,
    saved: row,
    onChange: (next) => setEdited({ value: next, original }),
    isShown: true,
  });
  const testing = useTrial({ id: found.row.id, changes: undefined });
  return (
    <StoredConnection
      row={found.row}
      formId={form}
      isReadOnly={isReadOnly}
      isDirty={!isReadOnly && (code.problem !== undefined || !isSameJson(row, value))}
      isBusy={update.isBusy}
      testing={testing}
      test={() => void testing.start()}
      close={close}
    >
      <form
        id={form}
        className="flex h-[60dvh] flex-col gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          const problem = code.settle();
          if (problem !== undefined) toast.error(problem);
          else update.send(row.name, rawChanges({ ...row }, value));
        }}
      >
        {reason}
        <Note>There is no form for the type {found.row.type}. The stored row is shown instead.</Note>
        <CodeEditor
          label="Connection"
          size="full"
          text={code.text}
          saved={code.saved}
          onChange={code.type}
          readOnly={isReadOnly}
        />
      </form>
      {update.question}
    </StoredConnection>
  );
}
