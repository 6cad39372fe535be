// The session, requested once when a protected page opens. The identity service decides whether the session is valid;
// whoami returns the person and their permissions.
import { queryOptions } from "@tanstack/react-query";
import { http } from "#console/client/http.ts";
import { leaveForLogin } from "#console/client/login.ts";
import { Problem } from "#language/problem.ts";
import { isHosted } from "./hosted.ts";
import { signedInHint } from "./signed-in-hint.ts";

export interface Me {
  user: { id: string; name: string; email: string | null; avatar: string | null };
  /** May contain roles that are unknown to this version of the console. */
  roles: readonly string[];
  permissions: readonly { subject: string; object: string; action: string; deny?: boolean; condition?: string }[];
  hostname: string;
  /** Set for administrators if the server is configured for a different address than the current one. */
  host_hint?: { title: string; details: string };
}

export type Session =
  | { state: "signed-in"; me: Me }
  /** The backend of the organisation does not respond yet (hosted identity service only). */
  | { state: "provisioning" }
  /** The browser is navigating to the sign-in screen, and nothing is rendered. */
  | { state: "leaving" };

/** How often the console checks whether the backend of the organisation is ready. */
const PROVISIONING_MS = 5_000;

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => (isHosted ? findHostedSession(signal) : findSession(signal)),
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: ({ state }) => state.data?.state === "provisioning" && PROVISIONING_MS,
});

async function findSession(signal: AbortSignal): Promise<Session> {
  // Sends both requests at once; the result of the identity service takes precedence.
  const [check, whoami] = await Promise.allSettled([
    http("GET", "/api/.ory/sessions/whoami", { signal, onUnauthorized: "throw" }),
    http<{ payload: Me }>("GET", "/api/auth/whoami", { signal, onUnauthorized: "throw" }),
  ]);
  if (check.status === "rejected") return leave(check.reason);
  if (whoami.status === "rejected") {
    if (statusOf(whoami.reason) === 401) return leave(whoami.reason);
    throw whoami.reason;
  }
  signedInHint.set(true);
  return { state: "signed-in", me: whoami.value.payload };
}

/**
 * With the hosted identity service, only the backend of the organisation is asked. A 401 does not arrive here: it opens
 * /auth-state-checker (areas/identity/console/hosted/transport.ts).
 */
export async function findHostedSession(signal: AbortSignal): Promise<Session> {
  try {
    const { payload } = await http<{ payload: Me | Me["user"] }>("GET", "/api/auth/whoami", { signal });
    // A backend without roles returns the person alone.
    const me = "user" in payload ? payload : { user: payload, roles: [], permissions: [], hostname: "" };
    return { state: "signed-in", me };
  } catch (error) {
    const status = statusOf(error);
    if (status === 404 || (status !== undefined && status >= 500)) return { state: "provisioning" };
    throw error;
  }
}

/** Redirects to sign-in without a session, and to the second step if the second factor is missing; throws otherwise. */
function leave(error: unknown): Session {
  const status = statusOf(error);
  if (status === 401) {
    signedInHint.set(false);
    leaveForLogin();
  } else if (status === 403 || status === 422) {
    leaveForLogin({ aal: "aal2" });
  } else {
    throw error;
  }
  return { state: "leaving" };
}

const statusOf = (error: unknown) => (error instanceof Problem ? error.status : undefined);
