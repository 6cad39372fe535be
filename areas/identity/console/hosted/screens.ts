// Decides which screen the hosted identity service shows at an address, before the console itself starts.
import type { Clerk } from "#console/access/hosted.ts";
import { backendOf } from "#console/access/hosted-backend.ts";
import { loginAddress, returnPlace } from "#console/client/login.ts";
import { switchedPath } from "./options.ts";

export type HostedScreen =
  /** The library loads the session, or is about to open another page after a change of the session. */
  | { screen: "loading" }
  | { screen: "sign-in" | "sign-up"; returnTo: string }
  | { screen: "session-error"; code: string }
  | { screen: "organizations" }
  | { screen: "provisioning" }
  | { screen: "console"; organization: string }
  /** The browser opens another address. */
  | { screen: "leave"; address: string };

interface Place {
  pathname: string;
  search: string;
}

/**
 * `started` is the organisation whose console has already started on this page. Throws if the metadata of the
 * organisation is invalid.
 */
export function screenAt(
  { pathname, search }: Place,
  { session, organization }: Pick<Clerk, "session" | "organization">,
  started?: string,
): HostedScreen {
  if (session === undefined) return { screen: "loading" };
  const query = new URLSearchParams(search);
  const returnTo = returnPlace(query.get("return_to"));
  // The sign-in component also shows the remaining steps of a pending session.
  const isSignedIn = session !== null && session.status !== "pending";
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
  if (pathname === switchedPath) return leave("/topology");
  // The page still contains data of the previous organisation, for example after a switch in another tab.
  if (started !== undefined && started !== organization.id) return leave(switchedPath);
  return backendOf(organization) ? { screen: "console", organization: organization.id } : { screen: "provisioning" };
}
