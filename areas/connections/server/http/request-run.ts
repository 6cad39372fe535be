// What a request is made with, whoever asks: the way out, and how values and connections are found.
import type { Outbound } from "#server/outbound/outbound.ts";
import type { Scrubber } from "#server/scrub.ts";
import type { Reach } from "../resolve/reach.ts";

export interface RequestRun extends Reach {
  outbound: Outbound;
  signal: AbortSignal;
  scrubber: Scrubber;
  /** A text with `{{ }}` and `$( )` filled in. */
  fill(text: string): Promise<string>;
}

/** The request is written so that it cannot work. */
export class RequestInvalid extends Error {
  override readonly name = "RequestInvalid";
}
