// The options of an API call. handle() enforces them, and openapi.ts describes them.
import type { SpecialAction } from "#language/permissions.ts";
import type { Action, Resource } from "#language/roles.ts";

/**
 * The required access: "anyone" needs no credentials and has no actor, "optional" needs no credentials but has an actor
 * if credentials are sent, "signed-in" needs an actor, and an object needs permission for the action on the resource.
 */
export type CallAccess = "anyone" | "optional" | "signed-in" | { action: Action | SpecialAction; resource: Resource };

export interface CallOptions {
  access: CallAccess;
  /** One line for the API's documentation. */
  summary: string;
  /** Set for a POST call that changes nothing, so that read-only tokens may use it. */
  reads?: boolean;
  /** The status of a successful response. Default: 200. */
  status?: number;
  /** The content type of a successful response. Default: JSON. */
  type?: string;
  /** The largest body in bytes. Default: 4 MiB. */
  bodyLimit?: number;
}
