// Runs a check at once. The button is at the bottom and the result at the top, so both read the state from this store.
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { ask } from "#console/client/call.ts";
import { isAborted } from "#console/client/failure.ts";
import { isAbout } from "#console/client/query.ts";
import { type CheckRanNow, runCheckNow } from "../../contract.ts";

export type RunState =
  | { step: "idle" }
  | { step: "running" }
  | { step: "ran"; result: CheckRanNow }
  | { step: "refused"; error: unknown };

const IDLE: RunState = { step: "idle" };
/** This time is longer than the server's time limit for a run. */
const TIMEOUT_MS = 300_000;

const states = new Map<string, RunState>();
const listeners = new Set<() => void>();

function set(id: string, state: RunState) {
  if (state.step === "idle") states.delete(id);
  else states.set(id, state);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useRunNow(id: string) {
  const cache = useQueryClient();
  const state = useSyncExternalStore(subscribe, () => states.get(id) ?? IDLE);
  const start = useCallback(async () => {
    if (states.get(id)?.step === "running") return;
    set(id, { step: "running" });
    try {
      const result = await ask(runCheckNow, { params: { id } }, { timeoutMs: TIMEOUT_MS });
      set(id, { step: "ran", result });
    } catch (error) {
      set(id, isAborted(error) ? IDLE : { step: "refused", error });
    }
    // Refreshes without waiting for the event stream.
    await cache.invalidateQueries({
      predicate: (query) =>
        isAbout(query, "checks") || (String(query.queryKey[0]).startsWith("check ") && query.queryKey[1] === id),
    });
  }, [id, cache]);
  return { state, start, forget: useCallback(() => set(id, IDLE), [id]) };
}
