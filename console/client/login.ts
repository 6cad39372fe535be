// Builds the address of the sign-in screen, and the address to return to after sign-in.

export interface LoginReason {
  /** Requests the second factor. */
  aal?: "aal2";
  /** Requests the password again, for actions that need a fresh session. */
  refresh?: true;
}

/** The current address, to return to after sign-in. */
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
 * Opens the sign-in screen by a full navigation, so that nothing of the old session stays in memory. The history entry
 * is replaced, since the Back button would otherwise lead to a page that was never shown and redirect here again.
 */
export function leaveForLogin(reason?: LoginReason) {
  if (location.pathname === "/login") return;
  location.replace(loginAddress(currentPlace(), reason));
}

/** The path, query and fragment of a `return_to` on this site; "/" for anything else. */
export function returnPlace(returnTo: string | null | undefined, origin = location.origin) {
  if (!returnTo || !URL.canParse(returnTo, origin)) return "/";
  const url = new URL(returnTo, origin);
  // A path that begins with "//" would be read as another host.
  if (url.origin !== origin || url.pathname.startsWith("//") || url.pathname === "/login") return "/";
  return url.pathname + url.search + url.hash;
}
