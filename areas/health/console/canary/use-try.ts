import { useEffect, useRef, useState } from "react";
import { ask } from "#console/client/call.ts";
import { isAborted } from "#console/client/failure.ts";
import type { Draft } from "#console/resources/resource-row.ts";
import { specOf, type WrittenCheck } from "./canary-checks.ts";
import { tryCheck, type Tried } from "./try-call.ts";

export type Trial =
  | { state: "idle" }
  | { state: "running" }
  | { state: "done"; tried: Tried; at: string }
  | { state: "refused"; error: unknown };

/** The server gives up before, and says so in words. */
const LONGEST_MS = 300_000;

/** Tries a check out as it is written, one time after the other; leaving ends what runs. */
export function useTry(draft: Draft, { type, index }: Pick<WrittenCheck, "type" | "index">) {
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
      spec: specOf(draft.spec),
      check: { type, index },
    };
    const at = new Date().toISOString();
    try {
      setTrial({ state: "done", tried: await ask(tryCheck, { body }, { signal, timeoutMs: LONGEST_MS }), at });
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
