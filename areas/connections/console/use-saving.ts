import { useState } from "react";
import { messageOf } from "#console/client/failure.ts";
import { named } from "#console/resources/problem-places.ts";
import type { JsonSchema, SchemaProblem } from "#console/widgets/form/json-schema.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import { Problem } from "#language/problem.ts";
import { placesOf } from "./connection-form.ts";

const NONE: readonly SchemaProblem[] = [];

/** Whether another user changed the row after it was read. */
export const isStale = (error: unknown) => error instanceof Problem && error.status === 412;

/** Saves a connection. Refused values are reported as a message and at their fields; the draft is kept. */
export function useSaving(schema: JsonSchema) {
  const [isBusy, setBusy] = useState(false);
  const [serverProblems, setServerProblems] = useState(NONE);
  const save = async (name: unknown, work: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    setServerProblems(NONE);
    try {
      await work();
    } catch (cause) {
      const error = named(cause, { kind: "connection", name: String(name) });
      setServerProblems(placesOf(schema, error));
      // useUpdate asks the user what to do about a stale row.
      if (!isStale(error)) toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, serverProblems, forget: () => setServerProblems(NONE), save };
}
