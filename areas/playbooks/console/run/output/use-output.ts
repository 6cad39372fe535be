import { useEffect, useState, useSyncExternalStore } from "react";
import { followOutput, type OutputState } from "./follow-output.ts";
import { LineStore } from "./line-store.ts";

const CONNECTING: OutputState = { state: "connecting" };

/** Follows the output of an action from its beginning. */
export function useOutput(actionId: string) {
  const [store] = useState(() => new LineStore());
  const [state, setState] = useState<OutputState>(CONNECTING);
  const version = useSyncExternalStore(store.subscribe, store.snapshot);
  useEffect(() => {
    const stopped = new AbortController();
    void followOutput({
      actionId,
      signal: stopped.signal,
      onText: (text) => store.add(text),
      onState: (next) => setState((before) => (before.state === next.state && next.state === "live" ? before : next)),
    });
    return () => stopped.abort();
  }, [actionId, store]);
  return { store, version, state };
}
