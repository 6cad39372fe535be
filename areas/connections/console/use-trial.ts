import { useEffect, useRef, useState } from "react";
import { ask } from "#console/client/call.ts";
import { isAborted } from "#console/client/failure.ts";
import { testConnection, type Tested, testUnsaved } from "../contract.ts";
import type { Changes } from "./connection-form.ts";

export type Trial =
  | { state: "idle" }
  | (Started & { state: "running" })
  | (Started & { state: "reached"; tested: Tested })
  | (Started & { state: "failed"; error: unknown; durationMs: number });

interface Started {
  sends: boolean;
  /** Whether the tested values were unsaved. */
  isUnsaved: boolean;
}

/** The values to test: a stored connection by its id, unsaved values, or a stored connection with unsaved changes. */
export type Testable = { id: string; changes: undefined } | { id?: string; changes: Changes };

export interface Testing {
  trial: Trial;
  start: (options?: { sends: boolean }) => Promise<void>;
  stop: () => void;
}

/** Longer than the time limit of the server, which returns an error message. */
export const MAX_TEST_MS = 45_000;

/** Tests a connection. A new test, or leaving the page, cancels the running test. */
export function useTrial(tested: Testable): Testing {
  const [trial, setTrial] = useState<Trial>({ state: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async ({ sends } = { sends: false }) => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const options = { signal, timeoutMs: MAX_TEST_MS };
    const send = sends ? { send: true } : {};
    const started = { sends, isUnsaved: tested.changes !== undefined };
    const startedAt = performance.now();
    setTrial({ state: "running", ...started });
    try {
      const { payload } =
        tested.changes === undefined
          ? await ask(testConnection, { params: { id: tested.id }, query: {}, body: send }, options)
          : await ask(testUnsaved, { body: { id: tested.id, connection: tested.changes, ...send } }, options);
      setTrial({ state: "reached", ...started, tested: payload });
    } catch (error) {
      const durationMs = Math.round(performance.now() - startedAt);
      if (!signal.aborted && !isAborted(error)) setTrial({ state: "failed", ...started, error, durationMs });
    }
  };
  const stop = () => {
    running.current?.abort();
    setTrial({ state: "idle" });
  };
  return { trial, start, stop };
}
