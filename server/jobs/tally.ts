// Counts the successes and failures of a run and derives its outcome.
import type { JobDetails } from "#language/columns.ts";
import type { Scrubber } from "../scrub/scrub.ts";
import { statusOf, type RunEnd } from "./history.ts";

export interface Tally {
  success(count?: number): void;
  fail(error: unknown): void;
  stop(reason: string): void;
  report(details: Omit<JobDetails, "errors">): void;
  /**
   * Returns the outcome of the run, including the error that it threw, if it threw an error; `forced` overrides the
   * status.
   */
  end(durationMs: number, thrown: Error | undefined, forced?: RunEnd["status"]): RunEnd;
}

const maxErrors = 50;
const maxErrorLength = 2_000;

/**
 * Returns the message of an error. The message is scrubbed before it is cut, because the scrubber would not recognize
 * half a secret.
 */
export const messageOf = (error: unknown, scrubber: Scrubber) =>
  scrubber.text(error instanceof Error ? error.message : String(error)).slice(0, maxErrorLength);

export function createTally(scrubber: Scrubber): Tally {
  let successes = 0;
  let failures = 0;
  const errors: string[] = [];
  const details: JobDetails = {};
  let stopped: string | undefined;
  const fail = (error: unknown) => {
    failures += 1;
    if (errors.length < maxErrors) errors.push(messageOf(error, scrubber));
  };
  return {
    success: (count = 1) => void (successes += count),
    fail,
    stop: (reason) => void (stopped = messageOf(reason, scrubber)),
    report: (more) => void Object.assign(details, more),
    end(durationMs, thrown, forced) {
      if (thrown) fail(thrown);
      if (stopped !== undefined) errors.push(stopped);
      const own = stopped === undefined ? statusOf({ successes, failures }) : "STOPPED";
      return {
        status: forced ?? (thrown ? "FAILED" : own),
        successes,
        failures,
        details: scrubber.document({ ...details, ...(errors.length > 0 ? { errors } : {}) }),
        durationMs,
      };
    },
  };
}
