import { startTransition, useEffect, useState } from "react";
import type { LogLine } from "../../contract.ts";
import { bodyOf, isShown, type LogRequest, type Span } from "../search/request.ts";
import { LiveLines, type LiveSnapshot } from "./live-lines.ts";
import { followTail, type TailState } from "./tail.ts";

interface LiveInput {
  /** Undefined while the view is not live. */
  request: LogRequest | undefined;
  /** The lines and the range of the search, which the live view continues. */
  found: { lines: readonly LogLine[]; span: Span } | undefined;
}

export interface Live {
  store: LiveLines;
  state: TailState;
  warnings: readonly string[];
  /** Whether the user has paused the view. */
  isPaused: boolean;
  pause: (isPaused: boolean) => void;
  /** Holds new lines back while the user reads older lines. */
  hold: (isHeld: boolean) => void;
}

const CONNECTING: TailState = { state: "connecting" };
/** The clocks of the browser and of the source may differ; known lines are not shown twice. */
const OVERLAP_MS = 60_000;

/** Follows new lines of a search, from its newest line on. */
export function useLive({ request, found }: LiveInput): Live {
  const [store] = useState(() => new LiveLines());
  const [state, setState] = useState<TailState>(CONNECTING);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const [isPaused, setPaused] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const key = request && found ? JSON.stringify([request, found.span]) : undefined;

  useEffect(() => store.hold(isPaused || isHeld), [store, isPaused, isHeld]);
  useEffect(() => {
    if (key === undefined || !request || !found) {
      store.reset();
      return undefined;
    }
    const stopped = new AbortController();
    const { end: _end, start: _start, ...body } = bodyOf(request, found.span);
    store.reset(found.lines.map(({ id }) => id));
    setWarnings([]);
    void followTail({
      body,
      start: found.lines[0]?.timestamp ?? new Date(found.span.end - OVERLAP_MS).toISOString(),
      signal: stopped.signal,
      onLines: (added) => store.add(added.filter(({ severity }) => isShown(severity, request.level))),
      onWarnings: setWarnings,
      onState: (next) => setState((before) => (before.state === next.state && next.state === "live" ? before : next)),
    });
    return () => stopped.abort();
    // The key contains everything that the stream depends on; older pages of the search do not change it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [store, key]);

  return { store, state, warnings, isPaused, pause: setPaused, hold: setHeld };
}

/**
 * The lines of a live view. They are rendered as a transition, which React splits into short tasks, so that the page
 * responds to input while thousands of lines arrive.
 */
export function useLiveLines({ store }: Pick<Live, "store">): LiveSnapshot {
  const [snapshot, setSnapshot] = useState(store.snapshot);
  useEffect(() => {
    const read = () => {
      const next = store.snapshot();
      // Lines of a previous search must not be shown together with lines of the next search.
      if (next.lines.length === 0) setSnapshot(next);
      else startTransition(() => setSnapshot(next));
    };
    read();
    return store.subscribe(read);
  }, [store]);
  return snapshot;
}
