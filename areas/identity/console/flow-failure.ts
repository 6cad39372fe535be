// Decides what the screen does after a failed flow call: redirect, start again, show the returned flow, or show the
// error. All flows use the same rules.
import { loginAddress, returnPlace } from "#console/client/login.ts";
import { Problem } from "#language/problem.ts";
import { signInPathOf } from "#language/sign-in-paths.ts";
import type { AnyFlow, LoginFlow } from "../model.ts";

export type FlowOutcome<Flow extends AnyFlow = LoginFlow> =
  | { next: "draw"; flow: Flow }
  | { next: "go"; address: string }
  /** A session already exists, so sign-in is not needed. */
  | { next: "signed-in" }
  /** Starts a new flow, with a message above it if the person should know the reason. */
  | { next: "restart"; message?: string; withoutReturnTo?: true }
  | { next: "fail"; error: unknown };

/** `Flow` is the type of the requested flow; a refused submit returns a flow of the same type. */
export function flowOutcome<Flow extends AnyFlow = LoginFlow>(error: unknown, returnTo: string): FlowOutcome<Flow> {
  if (!(error instanceof Problem)) return { next: "fail", error };
  const redirectTo = redirectOf(error);
  switch (error.id) {
    case "session_already_available":
      return { next: "signed-in" };
    case "session_aal2_required":
      return { next: "go", address: redirectTo ?? loginAddress(returnTo, { aal: "aal2" }) };
    case "session_refresh_required":
      return { next: "go", address: redirectTo ?? loginAddress(returnTo, { refresh: true }) };
    case "session_inactive":
    case "session_aal1_required":
      return { next: "go", address: loginAddress(returnTo) };
    case "browser_location_change_required":
      return redirectTo === undefined ? { next: "fail", error } : { next: "go", address: redirectTo };
    case "self_service_flow_return_to_forbidden":
      return { next: "restart", message: error.message, withoutReturnTo: true };
    case "self_service_flow_expired":
    case "security_csrf_violation":
      return { next: "restart", message: error.message };
    case "security_identity_mismatch":
      return { next: "restart" };
    default:
      if (error.status === 410)
        return { next: "restart", message: "Your interaction expired, please fill out the form again." };
      if (error.status === 400 && isFlow<Flow>(error.parts)) return { next: "draw", flow: error.parts };
      return { next: "fail", error };
  }
}

/**
 * Returns the address to which the server redirects the browser. Only http and https URLs are accepted, because other
 * URLs could run as a script.
 */
function redirectOf({ parts }: Problem): string | undefined {
  const address = parts["redirect_browser_to"];
  if (typeof address !== "string" || !URL.canParse(address, location.origin)) return undefined;
  const url = new URL(address, location.origin);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  return url.origin === location.origin ? returnOrLogin(url) : url.href;
}

/** Returns the address of another site. The identity service has already checked that the operator allows it. */
export function placeElsewhere(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address, location.origin)) return undefined;
  const { origin, protocol, href } = new URL(address, location.origin);
  return origin !== location.origin && /^https?:$/.test(protocol) ? href : undefined;
}

/** Whether an address is a sign-in screen of this site, where people are not signed in yet. */
export function isSignInScreen(address: string): boolean {
  const { origin, pathname } = new URL(address, location.origin);
  return origin === location.origin && signInPathOf(pathname) !== undefined;
}

const returnOrLogin = (url: URL) => (url.pathname === "/login" ? url.pathname + url.search : returnPlace(url.href));

const isFlow = <Flow extends AnyFlow>(parts: unknown): parts is Flow =>
  typeof parts === "object" && parts !== null && "ui" in parts && typeof parts.ui === "object";
