import { preference } from "#console/preference.ts";

/**
 * Whether someone signed in from this browser and did not sign out. Only a hint: without it a page goes to the sign-in
 * screen at once instead of making two requests that must fail. The screen finds out if a session exists after all.
 */
export const signedInHint = preference("signedIn", (stored) => stored === "true");
