// Change events of the server. All tabs of a browser share one stream if the browser supports locks (secure contexts);
// otherwise each tab has its own. Browsers allow six connections per host, so streams in six tabs would leave no
// connection for the pages.
import { liveStream, type LiveMessage } from "./live-stream.ts";
import { reachability } from "./reachability.ts";

export interface Live {
  /** A relation changed: data read from it is stale. */
  changed(relation: string): void;
  /** Events may have been missed: all data read before is stale. */
  missed(): void;
  status(status: "live" | "waiting"): void;
  /** The server refused the stream: the session may have ended. */
  refused(): void;
}

const NAME = "quarterdeck-live";

/** Listens until the returned function is called. */
export function listen(live: Live, url = "/api/events"): () => void {
  const handle = (message: LiveMessage) => {
    if (message.type === "changed") live.changed(message.relation);
    else if (message.type === "status") {
      // Every tab checks the server, including tabs that receive the status from the tab with the stream.
      if (message.status === "waiting") reachability.suspect();
      live.status(message.status);
    } else live[message.type]();
  };
  return "locks" in navigator ? listenTogether(url, handle) : liveStream(url, handle);
}

/** The tab with the lock holds the stream and forwards its messages; when it closes, another tab takes over. */
function listenTogether(url: string, handle: (message: LiveMessage) => void) {
  const over = new AbortController();
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => handle(data);

  const holdStream = () =>
    new Promise<void>((released) => {
      // The lock may be granted just after it was cancelled.
      if (over.signal.aborted) return released();
      const close = liveStream(url, (message) => {
        handle(message);
        channel.postMessage(message);
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
