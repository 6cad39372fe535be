// The error for a session that still lacks the second factor of its person.
import { Problem } from "#language/problem.ts";

export function secondFactorRequired(returnTo?: string): Problem {
  const query = new URLSearchParams({ aal: "aal2", ...(returnTo && { return_to: returnTo }) });
  return new Problem("session_aal2_required", "This account requires a second factor.", {
    details: "Complete the second step of the sign-in to continue.",
    parts: { redirect_browser_to: `/login?${query}` },
  });
}
