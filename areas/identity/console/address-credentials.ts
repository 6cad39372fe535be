// A name and a password given in the address of the sign-in screen (/login?username=…&password=…). They are taken out
// of the address when this file is read, before anything is requested or drawn, and are kept here until they were used.
import { signInPathOf } from "#language/sign-in-paths.ts";

export interface AddressCredentials {
  username: string | undefined;
  password: string | undefined;
}

let held = takeFromAddress();

export const addressCredentials = (): AddressCredentials => held;

/** The password is used once, whatever comes of it. */
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
