// The answer to a session that still lacks the second factor of its person.
import { Problem } from "#language/problem.ts";

export function secondFactorRequired(returnTo?: string): Problem {
  const query = new URLSearchParams({ aal: "aal2", ...(returnTo && { return_to: returnTo }) });
  return new Problem("session_aal2_required", "This account needs a second step to sign in.", {
    details: "Complete the second step to continue.",
    parts: { redirect_browser_to: `/login?${query}` },
  });
}
