// Decides which screen the hosted identity service shows at an address, before the console itself starts.
import type { Clerk } from "#console/access/hosted.ts";
import { type Backend, backendOf } from "#console/access/hosted-backend.ts";
import { loginAddress, returnPlace } from "#console/client/login.ts";

export type HostedScreen =
  | { screen: "sign-in" | "sign-up"; returnTo: string }
  | { screen: "session-error"; code: string }
  | { screen: "organizations" }
  | { screen: "provisioning" }
  | { screen: "console"; backend: Backend }
  /** The browser opens another address. */
  | { screen: "leave"; address: string };

interface Place {
  pathname: string;
  search: string;
}

/** Throws if the metadata of the organisation is invalid. */
export function screenAt(
  { pathname, search }: Place,
  { session, organization }: Pick<Clerk, "session" | "organization">,
): HostedScreen {
  const query = new URLSearchParams(search);
  const returnTo = returnPlace(query.get("return_to"));
  const isSignedIn = session !== null && session !== undefined;
  const leave = (address: string): HostedScreen => ({ screen: "leave", address });
  switch (pathname.toLowerCase().replace(/\/$/, "")) {
    case "/login":
      return isSignedIn ? leave(returnTo) : { screen: "sign-in", returnTo };
    case "/registration":
      return isSignedIn ? leave(returnTo) : { screen: "sign-up", returnTo };
    case "/auth-state-checker":
      // The service still knows the session that the backend refused, so signing in would change nothing.
      return leave(isSignedIn ? "/error?error_code=BAD_SESSION" : loginAddress(returnTo));
    case "/error":
      return { screen: "session-error", code: query.get("error_code") ?? "" };
  }
  if (!isSignedIn) return leave(loginAddress(pathname + search));
  if (!organization) return { screen: "organizations" };
  if (pathname === "/organizations/orgs-switched") return leave("/topology");
  const backend = backendOf(organization);
  return backend ? { screen: "console", backend } : { screen: "provisioning" };
}
