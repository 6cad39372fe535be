import { useEffect, useEffectEvent, useState } from "react";
import { ask } from "#console/client/ask.ts";
import { useDryRun } from "#console/resources/dry-run/use-dry-run.ts";
import type { Draft } from "#console/resources/resource-row.ts";
import { previewView, type ViewAnswer } from "../../contract.ts";
import type { Values } from "../data/view-query.ts";
import { DEFAULT_NAMESPACE } from "../data/view-ref.ts";

export type Previewed =
  | { state: "closed" }
  | { state: "open"; answer: ViewAnswer | undefined; error: unknown; isLoading: boolean };

/** The preview waits this long after the last edit. */
const SETTLED_MS = 800;
const TIMEOUT_MS = 90_000;

interface Previewing {
  id: string | undefined;
  draft: Draft;
  values: Values;
  refused: (error: unknown) => void;
}

/**
 * Loads the data of the edited view. An open preview updates with each edit; if a spec fails, the data of the last
 * working spec stay.
 */
export function usePreview({ id, draft, values, refused }: Previewing) {
  const body = {
    ...(id !== undefined && { id }),
    namespace: draft.namespace?.trim() || DEFAULT_NAMESPACE,
    name: draft.name?.trim() || "draft",
    spec: (draft.spec ?? {}) as Record<string, unknown>,
    ...(Object.keys(values).length > 0 && { variables: { ...values } }),
  };
  const { trial, start, stop } = useDryRun<ViewAnswer, never>(
    ({ signal }) => ask(previewView, { body }, { signal, timeoutMs: TIMEOUT_MS }),
    refused,
  );
  const [isOpen, setOpen] = useState(false);
  const [last, setLast] = useState<ViewAnswer>();
  if (trial.state === "done" && trial.found !== last) setLast(trial.found);

  const text = JSON.stringify(body);
  const [shown, setShown] = useState<string>();
  const isEdited = isOpen && text !== shown;
  const run = () => {
    setShown(text);
    void start();
  };
  const follow = useEffectEvent(run);
  const edited = isEdited ? text : undefined;
  useEffect(() => {
    if (edited === undefined) return undefined;
    const timer = setTimeout(() => follow(), SETTLED_MS);
    // Each further edit restarts the delay.
    return () => clearTimeout(timer);
  }, [edited]);

  const previewed: Previewed = isOpen
    ? {
        state: "open",
        answer: last,
        error: trial.state === "refused" ? trial.error : undefined,
        isLoading: trial.state === "running" || isEdited,
      }
    : { state: "closed" };
  return {
    previewed,
    open: () => {
      setOpen(true);
      run();
    },
    close: () => {
      setOpen(false);
      stop();
    },
    refresh: run,
  };
}
