// What changed on the server, as it changes. One stream serves all tabs of a browser where the browser lets tabs agree
// on who holds it (secure contexts); otherwise each tab has its own. A browser allows six connections to a host, and a
// stream in each of seven tabs would leave none for the pages.
import { liveStream, type Told } from "./live-stream.ts";
import { reachability } from "./reachability.ts";

export interface Live {
  /** A relation changed: what was read from it is old. */
  changed(relation: string): void;
  /** Something may have been missed: everything read before now is old. */
  missed(): void;
  status(status: "live" | "waiting"): void;
  /** The server would not open the stream: the session may have ended. */
  refused(): void;
}

const NAME = "quarterdeck-live";

/** Listens until the returned function is called. */
export function listen(live: Live, url = "/api/events"): () => void {
  const hear = (told: Told) => {
    if (told.type === "changed") live.changed(told.relation);
    else if (told.type === "status") {
      // In every tab, also in those that hear it from the one that holds the stream.
      if (told.status === "waiting") reachability.suspect();
      live.status(told.status);
    } else live[told.type]();
  };
  return "locks" in navigator ? listenTogether(url, hear) : liveStream(url, hear);
}

/** The tab that holds the lock holds the stream and passes on what it hears; when it goes, the next one takes over. */
function listenTogether(url: string, hear: (told: Told) => void) {
  const over = new AbortController();
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<Told>) => hear(data);

  const holdStream = () =>
    new Promise<void>((released) => {
      // The lock may come in the very moment in which it is no longer wanted.
      if (over.signal.aborted) return released();
      const close = liveStream(url, (told) => {
        hear(told);
        channel.postMessage(told);
      });
      over.signal.addEventListener("abort", () => {
        close();
        released();
      });
    });
  navigator.locks.request(NAME, { signal: over.signal }, holdStream).catch((error: unknown) => {
    if (!over.signal.aborted) throw error;
  });

  return () => {
    over.abort();
    channel.close();
  };
}
