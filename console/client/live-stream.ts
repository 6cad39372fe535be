// One connection to the server's event stream. The browser reconnects by itself and names the last event it got, so
// that the server can go on from there; when the server refuses, we try again ourselves, more and more slowly.
import { reachability } from "./reachability.ts";
import { standstill } from "./standstill.ts";

export type Told =
  | { type: "changed"; relation: string }
  | { type: "missed" }
  | { type: "refused" }
  | { type: "status"; status: "live" | "waiting" };

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

export function liveStream(url: string, tell: (told: Told) => void): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_WAIT_MS;
  let isOver = false;

  const open = () => {
    let canResume = false;
    source = new EventSource(url);
    standstill.signal().addEventListener("abort", pause, { once: true });
    source.addEventListener("open", () => {
      waitMs = FIRST_WAIT_MS;
      tell({ type: "status", status: "live" });
      // A stream that has an event's id goes on after it. A new one starts now, and what happened between the reading
      // of a page and now went unheard.
      if (!canResume) tell({ type: "missed" });
    });
    source.addEventListener("change", (event: MessageEvent<string>) => {
      canResume ||= event.lastEventId !== "";
      const relation = relationOf(event.data);
      if (relation !== undefined) tell({ type: "changed", relation });
    });
    source.addEventListener("reset", () => tell({ type: "missed" }));
    source.addEventListener("error", () => {
      tell({ type: "status", status: "waiting" });
      if (source.readyState !== EventSource.CLOSED) return;
      tell({ type: "refused" });
      // Not all at once after the server was away.
      timer = setTimeout(open, waitMs * (0.5 + Math.random() / 2));
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    });
  };

  const pause = () => {
    clearTimeout(timer);
    source.close();
    void standstill.over()?.then(() => isOver || open());
  };

  const stopRecovering = reachability.onRecovery(() => {
    if (source.readyState !== EventSource.CLOSED || standstill.isOn()) return;
    clearTimeout(timer);
    waitMs = FIRST_WAIT_MS;
    open();
  });

  open();
  return () => {
    isOver = true;
    stopRecovering();
    clearTimeout(timer);
    source.close();
    standstill.signal().removeEventListener("abort", pause);
  };
}

function relationOf(data: string): string | undefined {
  try {
    const { relation } = JSON.parse(data) as { relation?: unknown };
    return typeof relation === "string" ? relation : undefined;
  } catch {
    return undefined;
  }
}
