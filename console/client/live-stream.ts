// A connection to the server's event stream. The browser reconnects automatically and sends the id of the last event,
// so that the server can resume; if the server refuses, we reconnect with exponential backoff.
import { reachability } from "./reachability.ts";
import { requestPause } from "./request-pause.ts";

export type LiveMessage =
  | { type: "changed"; relation: string }
  | { type: "missed" }
  | { type: "refused" }
  | { type: "status"; status: "live" | "waiting" };

const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 60_000;

export function liveStream(url: string, send: (message: LiveMessage) => void): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_WAIT_MS;
  let isStopped = false;

  const open = () => {
    let canResume = false;
    source = new EventSource(url);
    requestPause.signal().addEventListener("abort", pause, { once: true });
    source.addEventListener("open", () => {
      waitMs = FIRST_WAIT_MS;
      send({ type: "status", status: "live" });
      // A stream with an event id resumes after that event. A new stream starts with the next event, so changes between
      // loading the page and opening the stream may be missed.
      if (!canResume) send({ type: "missed" });
    });
    source.addEventListener("change", (event: MessageEvent<string>) => {
      canResume ||= event.lastEventId !== "";
      const relation = relationOf(event.data);
      if (relation !== undefined) send({ type: "changed", relation });
    });
    source.addEventListener("reset", () => send({ type: "missed" }));
    source.addEventListener("error", () => {
      send({ type: "status", status: "waiting" });
      if (source.readyState !== EventSource.CLOSED) return;
      send({ type: "refused" });
      // The delay is random, so that not all clients reconnect at once after an outage.
      timer = setTimeout(open, waitMs * (0.5 + Math.random() / 2));
      waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
    });
  };

  const pause = () => {
    clearTimeout(timer);
    source.close();
    void requestPause.over()?.then(() => isStopped || open());
  };

  const stopRecovering = reachability.onRecovery(() => {
    if (source.readyState !== EventSource.CLOSED || requestPause.isOn()) return;
    clearTimeout(timer);
    waitMs = FIRST_WAIT_MS;
    open();
  });

  open();
  return () => {
    isStopped = true;
    stopRecovering();
    clearTimeout(timer);
    source.close();
    requestPause.signal().removeEventListener("abort", pause);
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
