// Whether the server can serve requests. After a failed request or a lost event stream, /api/ready is checked. During
// an outage /api/ready is polled every two seconds; when the outage ends, failed queries are refetched.
import { useSyncExternalStore } from "react";

export interface Outage {
  /** The time of the first failure, as an ISO time. */
  since: string;
  reason: string;
}

const POLL_MS = 2000;
/** The server's own database timeout is 2 s. */
const TIMEOUT_MS = 4000;

let outage: Outage | undefined;
let isChecking = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const recoveryListeners = new Set<() => void>();

export const reachability = {
  outage: () => outage,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Calls the listener each time an outage ends. */
  onRecovery(listener: () => void) {
    recoveryListeners.add(listener);
    return () => void recoveryListeners.delete(listener);
  },
  /** Checks the server after a failure that may be caused by an outage. */
  suspect(): void {
    if (!isChecking && timer === undefined) void check(new Date().toISOString());
  },
  /** Checks the server at once during an outage. */
  retry(): void {
    if (isChecking) return;
    clearTimeout(timer);
    poll();
  },
};

export const useOutage = () => useSyncExternalStore(reachability.subscribe, reachability.outage);

async function check(since: string): Promise<void> {
  isChecking = true;
  const reason = await whyNotReady();
  isChecking = false;
  timer = reason === undefined ? undefined : setTimeout(poll, POLL_MS);
  if (reason === outage?.reason) return;
  const wasOut = outage !== undefined;
  outage = reason === undefined ? undefined : { since: outage?.since ?? since, reason };
  for (const listener of listeners) listener();
  if (wasOut && !outage) for (const listener of recoveryListeners) listener();
}

function poll(): void {
  timer = undefined;
  reachability.suspect();
}

/** Uses fetch directly, since a failure in http() would call `suspect` again. */
async function whyNotReady(): Promise<string | undefined> {
  try {
    const answer = await fetch("/api/ready", { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (answer.ok) return undefined;
    const body = (await answer.json().catch(() => undefined)) as { reason?: unknown } | undefined;
    return typeof body?.reason === "string" ? body.reason : "The server is not ready.";
  } catch {
    return navigator.onLine ? "The server cannot be reached." : "This browser is offline.";
  }
}
