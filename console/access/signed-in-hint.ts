import { preference } from "#console/preference.ts";

/**
 * Whether someone signed in from this browser and did not sign out. This is only a hint: without it a page opens the
 * sign-in screen at once instead of sending two requests that would fail. If a session exists after all, the sign-in
 * screen detects it.
 */
export const signedInHint = preference("signedIn", (stored) => stored === "true");
