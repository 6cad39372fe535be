import { useEffect, useRef, useState } from "react";
import { isAborted } from "#console/client/failure.ts";
import { askInLines } from "#console/client/lines.ts";
import { specOf } from "#console/resources/entries/entries.ts";
import type { Draft } from "#console/resources/resource-row.ts";
import { type DryRun, dryRun, type DryRunProgress } from "../../scraping.contract.ts";

export type Trial =
  | { state: "idle" }
  /** Undefined until the server has sent some. */
  | { state: "running"; progress: DryRunProgress | undefined }
  | { state: "done"; found: DryRun }
  | { state: "refused"; error: unknown };

interface DryRunOptions {
  id: string | undefined;
  draft: Draft;
  refused: (error: unknown) => void;
}

/** Dry runs the edited scraper; unmounting aborts it. */
export function useDryRun({ id, draft, refused }: DryRunOptions) {
  const [trial, setTrial] = useState<Trial>({ state: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setTrial({ state: "running", progress: undefined });
    const body = {
      ...(id !== undefined && { id }),
      name: draft.name?.trim() || "new",
      namespace: draft.namespace?.trim() || "default",
      spec: { ...specOf(draft.spec) },
    };
    // Progress sent before the abort may still arrive.
    const onProgress = (progress: DryRunProgress) => {
      if (!signal.aborted) setTrial({ state: "running", progress });
    };
    try {
      const found = await askInLines(dryRun, { body }, { signal, onProgress });
      if (!signal.aborted) setTrial({ state: "done", found });
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
