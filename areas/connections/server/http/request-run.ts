// The tools that a request needs: network access, and functions that resolve values and connections.
import type { Outbound } from "#server/outbound/outbound.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { Reach } from "../resolve/reach.ts";

export interface RequestRun extends Reach {
  outbound: Outbound;
  signal: AbortSignal;
  scrubber: Scrubber;
  /** Fills in `{{ }}` and `$( )`. */
  fill(text: string): Promise<string>;
}

/** The spec of the request is invalid. */
export class RequestInvalid extends Error {
  override readonly name = "RequestInvalid";
}
