import { useEffect, useRef, useState } from "react";
import { ask } from "#console/client/call.ts";
import { isAborted } from "#console/client/failure.ts";
import type { Draft } from "#console/resources/resource-row.ts";
import { type Entry, type EntrySpec, specOf, titleOf } from "#console/resources/entries/entries.ts";
import { type CheckTried, tryCheck } from "../../contract.ts";

export type Trial =
  | { state: "idle" }
  | { state: "running" }
  | { state: "done"; tried: CheckTried }
  | { state: "refused"; error: unknown };

/** Longer than the time limit of the server, which reports the reason. */
const TIMEOUT_MS = 300_000;

/** Tries out the edited check, one run at a time. Unmounting aborts the run. */
export function useTry(draft: Draft, { type, index }: Pick<Entry, "type" | "index">) {
  const [trial, setTrial] = useState<Trial>({ state: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setTrial({ state: "running" });
    const body = {
      name: draft.name?.trim() || "new",
      namespace: draft.namespace?.trim() || "default",
      ...(draft.labels && { labels: draft.labels }),
      spec: named(specOf(draft.spec), { type, index }),
      check: { type, index },
    };
    try {
      setTrial({ state: "done", tried: await ask(tryCheck, { body }, { signal, timeoutMs: TIMEOUT_MS }) });
    } catch (error) {
      if (!signal.aborted && !isAborted(error)) setTrial({ state: "refused", error });
    }
  };
  const stop = () => {
    running.current?.abort();
    setTrial({ state: "idle" });
  };
  return { trial, start, stop };
}

/** A check can be tried out without a name. */
function named(spec: EntrySpec, { type, index }: Pick<Entry, "type" | "index">): EntrySpec {
  const name = (value: unknown) => (titleOf(value).name === "" ? { ...specOf(value), name: "new" } : value);
  const written = spec[type];
  return { ...spec, [type]: Array.isArray(written) ? written.with(index, name(written[index])) : name(written) };
}
