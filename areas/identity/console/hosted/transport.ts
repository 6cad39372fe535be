// Sends the console's API calls to the backend of the organisation, with a token of the hosted identity service. It
// wraps `fetch`, so that all clients of the console use it and the built-in sign-in screens need no code for it. The
// live stream uses `fetch`, too, because a browser's EventSource cannot send a token.
import type { Clerk } from "#console/access/hosted.ts";
import { backendOf } from "#console/access/hosted-backend.ts";
import { currentPlace } from "#console/client/login.ts";
import { FetchEventSource } from "./event-source.ts";

const TEMPLATE = "Backend";

type Sender = (address: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Replaces `fetch` and `EventSource` for the rest of the page's life. */
export function sendToBackend(clerk: Pick<Clerk, "session" | "organization">): void {
  const plain = globalThis.fetch;
  globalThis.fetch = transport(clerk, (address, init) => plain(address, init));
  globalThis.EventSource = FetchEventSource as unknown as typeof EventSource;
}

/** Serves a single organisation. If the organisation changes, the page is loaded again. */
export function transport(clerk: Pick<Clerk, "session" | "organization">, send: Sender): Sender {
  const served = clerk.organization?.id;
  return async (address, init) => {
    const path = apiPath(address);
    if (path === undefined) return send(address, init);
    init?.signal?.throwIfAborted();
    const token = await unlessAborted(clerk.session?.getToken({ template: TEMPLATE }), init?.signal);
    // The token may already belong to the new organisation, and must not reach the backend of the previous one.
    if (clerk.organization?.id !== served) return leaving();
    const backend = clerk.organization ? backendOf(clerk.organization) : undefined;
    const headers = new Headers(init?.headers);
    if (token) headers.set("authorization", `Bearer ${token}`);
    const target = backend?.isDirect ? backend.url + path.slice("/api".length) : path;
    const answer = await send(target, { ...init, headers });
    if (answer.status !== 401) return answer;
    // The page /auth-state-checker finds out whether the person must sign in again.
    location.replace(`/auth-state-checker?${new URLSearchParams({ return_to: currentPlace() }).toString()}`);
    return leaving();
  };
}

/** The browser is leaving the page, so the caller must not report an error or open the built-in sign-in screen. */
const leaving = () => new Promise<never>(() => {});

/** Rejects as soon as the signal is aborted: a request can also time out while it waits for its token. */
async function unlessAborted<T>(work: Promise<T> | undefined, signal: AbortSignal | null | undefined) {
  if (!work || !signal) return work;
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener("abort", stop);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** The path and query of a call to the API; undefined for any other address. */
function apiPath(address: string | URL | Request): string | undefined {
  if (address instanceof Request) return undefined;
  const url = new URL(address, location.href);
  return url.origin === location.origin && url.pathname.startsWith("/api/") ? url.pathname + url.search : undefined;
}
