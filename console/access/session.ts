// Who is signed in, asked once when a protected page opens. The identity service says whether the session is good
// enough; whoami says who it is and what the person may do.
import { queryOptions } from "@tanstack/react-query";
import { http } from "#console/client/http.ts";
import { leaveForLogin } from "#console/client/login.ts";
import { preference } from "#console/preference.ts";
import { Problem } from "#language/problem.ts";

export interface Me {
  user: { id: string; name: string; email: string | null; avatar: string | null };
  /** Also such as a newer server may know and this console does not. */
  roles: readonly string[];
  permissions: readonly { subject: string; object: string; action: string; deny?: boolean; condition?: string }[];
  hostname: string;
  /** For administrators, when this address is not the one that the server is configured for. */
  host_hint?: { title: string; details: string };
}

export type Session =
  | { state: "signed-in"; me: Me }
  /** On the way to the sign-in screen; there is nothing to show. */
  | { state: "leaving" };

/**
 * Whether someone signed in from this browser and did not sign out. Only a hint: without it a page goes to the sign-in
 * screen at once instead of making two requests that must fail. The screen finds out if a session exists after all.
 */
export const signedInHint = preference("signedIn", (stored) => stored === "true");

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => findSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
});

async function findSession(signal: AbortSignal): Promise<Session> {
  // Both are asked at once; the identity service's verdict counts first.
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

/** No session leads to the sign-in screen, one that is too weak to its second step; anything else is a failure. */
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
