import { useState } from "react";
import { messageOf } from "#console/client/failure.ts";
import { named } from "#console/resources/problem-places.ts";
import type { JsonSchema, SchemaProblem } from "#console/widgets/form/json-schema.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import { Problem } from "#language/problem.ts";
import { placesOf } from "./connection-form.ts";

const NONE: readonly SchemaProblem[] = [];

/** Somebody else has changed what was read. */
export const isStale = (error: unknown) => error instanceof Problem && error.status === 412;

/** Sends a connection: what is refused stands at its field and is said, and nothing that was typed is lost. */
export function useSaving(schema: JsonSchema) {
  const [isBusy, setBusy] = useState(false);
  const [told, setTold] = useState(NONE);
  const save = async (name: unknown, work: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    setTold(NONE);
    try {
      await work();
    } catch (cause) {
      const error = named(cause, { kind: "connection", name: String(name) });
      setTold(placesOf(schema, error));
      // That is asked about, and not only said.
      if (!isStale(error)) toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, told, forget: () => setTold(NONE), save };
}
