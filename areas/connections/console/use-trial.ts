import { useEffect, useRef, useState } from "react";
import { ask } from "#console/client/call.ts";
import { isAborted } from "#console/client/failure.ts";
import { testConnection, type Tested } from "../contract.ts";

export type Trial =
  | { state: "idle" }
  | { state: "running"; sends: boolean }
  | { state: "reached"; sends: boolean; tested: Tested }
  | { state: "failed"; sends: boolean; error: unknown };

/** The server gives up before, and says so in words. */
const LONGEST_MS = 45_000;

/** Tries a stored connection out, one time after the other; leaving ends what runs. */
export function useTrial(id: string) {
  const [trial, setTrial] = useState<Trial>({ state: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async ({ sends = false } = {}) => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setTrial({ state: "running", sends });
    try {
      const sent = { params: { id }, query: {}, body: sends ? { send: true } : {} };
      const { payload } = await ask(testConnection, sent, { signal, timeoutMs: LONGEST_MS });
      setTrial({ state: "reached", sends, tested: payload });
    } catch (error) {
      if (!signal.aborted && !isAborted(error)) setTrial({ state: "failed", sends, error });
    }
  };
  const stop = () => {
    running.current?.abort();
    setTrial({ state: "idle" });
  };
  return { trial, start, stop };
}
