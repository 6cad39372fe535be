// Reads a name and a password from the URL of the sign-in screen (/login?username=…&password=…). They are removed from
// the URL when this file is loaded, before anything is requested or rendered, and are kept in memory until they are
// used.
import { signInPathOf } from "#language/sign-in-paths.ts";

export interface AddressCredentials {
  username: string | undefined;
  password: string | undefined;
}

let held = takeFromAddress();

export const addressCredentials = (): AddressCredentials => held;

/** The password is used only once, even if it is refused. */
export function forgetPassword() {
  held = { ...held, password: undefined };
}

function takeFromAddress(): AddressCredentials {
  const query = new URLSearchParams(location.search);
  const username = query.get("username") ?? undefined;
  const password = query.get("password") ?? undefined;
  if (signInPathOf(location.pathname) !== "/login" || (username === undefined && password === undefined)) {
    return { username: undefined, password: undefined };
  }
  query.delete("username");
  query.delete("password");
  const search = query.size > 0 ? `?${query.toString()}` : "";
  history.replaceState(history.state, "", location.pathname + search + location.hash);
  return { username, password };
}
