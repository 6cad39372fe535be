import { useEffect, useRef, useState } from "react";
import { ask } from "#console/client/call.ts";
import { isAborted } from "#console/client/failure.ts";
import { testConnection, type Tested, testUnsaved } from "../contract.ts";
import type { Changes } from "./connection-form.ts";

export type Trial =
  | { state: "idle" }
  | { state: "running"; sends: boolean }
  | { state: "reached"; sends: boolean; tested: Tested }
  | { state: "failed"; sends: boolean; error: unknown };

/** A stored connection by its id, values that are not saved, or a stored connection with changes that are not saved. */
export type Testable = { id: string; changes: undefined } | { id?: string; changes: Changes };

export interface Testing {
  trial: Trial;
  start: (options?: { sends: boolean }) => Promise<void>;
  stop: () => void;
  /** Whether the tested values are unsaved. */
  isUnsaved: boolean;
}

/** The server times out earlier and returns a message. */
const MAX_MS = 45_000;

/** Tests a connection. A new test or leaving the page ends the running one. */
export function useTrial(tested: Testable): Testing {
  const [trial, setTrial] = useState<Trial>({ state: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async ({ sends } = { sends: false }) => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const options = { signal, timeoutMs: MAX_MS };
    const send = sends ? { send: true } : {};
    setTrial({ state: "running", sends });
    try {
      const { payload } =
        tested.changes === undefined
          ? await ask(testConnection, { params: { id: tested.id }, query: {}, body: send }, options)
          : await ask(testUnsaved, { body: { id: tested.id, connection: tested.changes, ...send } }, options);
      setTrial({ state: "reached", sends, tested: payload });
    } catch (error) {
      if (!signal.aborted && !isAborted(error)) setTrial({ state: "failed", sends, error });
    }
  };
  const stop = () => {
    running.current?.abort();
    setTrial({ state: "idle" });
  };
  return { trial, start, stop, isUnsaved: tested.changes !== undefined };
}
