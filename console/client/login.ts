// The way to the sign-in screen and back.

export interface LoginReason {
  /** Ask for the second factor. */
  aal?: "aal2";
  /** Ask for the password again before something that needs a fresh session. */
  refresh?: true;
}

/** Where this tab is, as sign-in should lead back to it. */
export const currentPlace = () => location.pathname + location.search;

export function loginAddress(returnTo: string, { aal, refresh }: LoginReason = {}) {
  const query = new URLSearchParams();
  if (aal) query.set("aal", aal);
  if (refresh) query.set("refresh", "true");
  if (returnTo !== "/") query.set("return_to", returnTo);
  const search = query.toString();
  return search ? `/login?${search}` : "/login";
}

/**
 * Leaves the console for the sign-in screen: a full navigation, so that nothing of the old session stays in memory.
 * The address is replaced, since going back to a page that was never shown would only lead here again.
 */
export function leaveForLogin(reason?: LoginReason) {
  if (location.pathname === "/login") return;
  location.replace(loginAddress(currentPlace(), reason));
}

/** A `return_to` that stays on this site, as path, query and fragment; anything else leads home. */
export function returnPlace(returnTo: string | null | undefined, origin = location.origin) {
  if (!returnTo || !URL.canParse(returnTo, origin)) return "/";
  const url = new URL(returnTo, origin);
  // A path of "//host" would be read as another site's address.
  if (url.origin !== origin || url.pathname.startsWith("//") || url.pathname === "/login") return "/";
  return url.pathname + url.search + url.hash;
}
