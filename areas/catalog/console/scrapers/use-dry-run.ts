import { useEffect, useRef, useState } from "react";
import { ask } from "#console/client/call.ts";
import { isAborted } from "#console/client/failure.ts";
import { specOf } from "#console/resources/entries/entries.ts";
import type { Draft } from "#console/resources/resource-row.ts";
import { type DryRun, dryRun } from "../../scraping.contract.ts";

export type Trial =
  | { state: "idle" }
  | { state: "running" }
  | { state: "done"; found: DryRun }
  | { state: "refused"; error: unknown };

/** The server gives up before, and says so in words. */
const LONGEST_MS = 300_000;

interface Tried {
  id: string | undefined;
  draft: Draft;
  refused: (error: unknown) => void;
}

/** Looks at what a scraper would do as it is written; leaving ends what runs. */
export function useDryRun({ id, draft, refused }: Tried) {
  const [trial, setTrial] = useState<Trial>({ state: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setTrial({ state: "running" });
    const body = {
      ...(id !== undefined && { id }),
      name: draft.name?.trim() || "new",
      namespace: draft.namespace?.trim() || "default",
      spec: { ...specOf(draft.spec) },
    };
    try {
      setTrial({ state: "done", found: await ask(dryRun, { body }, { signal, timeoutMs: LONGEST_MS }) });
    } catch (error) {
      if (signal.aborted || isAborted(error)) return;
      setTrial({ state: "refused", error });
      refused(error);
    }
  };
  const stop = () => {
    running.current?.abort();
    setTrial({ state: "idle" });
  };
  return { trial, start, stop };
}
