// The options of an API call: they are enforced by handle() and described by openapi.ts.
import type { SpecialAction } from "#language/permissions.ts";
import type { Action, Resource } from "#language/roles.ts";

/** Required access: none (even signed out), any signed-in actor, or permission for the action on the resource. */
export type CallAccess = "anyone" | "signed-in" | { action: Action | SpecialAction; resource: Resource };

export interface CallOptions {
  access: CallAccess;
  /** One line for the API's documentation. */
  summary: string;
  /** For a POST that changes nothing: read-only tokens may call it. */
  reads?: boolean;
  /** Status of a successful answer. Default: 200. */
  status?: number;
  /** Content type of a successful answer. Default: JSON. */
  type?: string;
}
