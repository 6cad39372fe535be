// The tools of a request: network access, and how to resolve values and connections.
import type { Outbound } from "#server/outbound/outbound.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { Reach } from "../resolve/reach.ts";

export interface RequestRun extends Reach {
  outbound: Outbound;
  signal: AbortSignal;
  scrubber: Scrubber;
  /** A text with `{{ }}` and `$( )` filled in. */
  fill(text: string): Promise<string>;
}

/** The spec of the request is invalid. */
export class RequestInvalid extends Error {
  override readonly name = "RequestInvalid";
}
