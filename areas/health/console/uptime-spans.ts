// The spans of the uptime figures, and how much data each has.
import type { Views } from "#generated/tables.ts";
import { printShare } from "#lib/text/numbers.ts";
import { DAY, HOUR } from "#lib/time/zoned-time.ts";
import { uptimeOf } from "../model.ts";

export type UptimeRow = Views["check_uptimes"]["Row"];

export interface UptimeSpan {
  id: "24h" | "7d" | "30d";
  title: string;
  words: string;
  millis: number;
}

export const uptimeSpans: readonly UptimeSpan[] = [
  { id: "24h", title: "24h", words: "24 hours", millis: DAY },
  { id: "7d", title: "7d", words: "7 days", millis: 7 * DAY },
  { id: "30d", title: "30d", words: "30 days", millis: 30 * DAY },
];

export interface SpanUptime {
  /** The uptime as text, such as "99.9%"; undefined without counted runs. */
  text: string | undefined;
  isComplete: boolean;
  passed: number;
  failed: number;
  /** The start of the first hour with a run, if the span begins earlier. */
  since: string | undefined;
  /** Whether the data begins within the next shorter span, so that both spans have the same figure. */
  isRepeated: boolean;
  /** A sentence about the runs that the figure is computed from. */
  title: string;
}

/** The length of the next shorter span, in milliseconds. */
const shorter = { "24h": HOUR, "7d": DAY, "30d": 7 * DAY } as const;

export function uptimeIn(row: UptimeRow, { id, words, millis }: UptimeSpan, now: number): SpanUptime {
  const [passed, failed] = [row[`passed_${id}`], row[`failed_${id}`]];
  const share = uptimeOf({ passed, failed });
  if (share === undefined)
    return {
      text: undefined,
      isComplete: false,
      passed,
      failed,
      since: undefined,
      isRepeated: false,
      title: `No counted run in the last ${words}`,
    };
  // A span consists of whole hours, so the first data may be up to an hour after the start of the span.
  const begin = row.first_hour === null ? now : Date.parse(row.first_hour);
  const since = begin > now - millis + 2 * HOUR ? row.first_hour! : undefined;
  const runs = `${passed.toLocaleString("en")} of ${(passed + failed).toLocaleString("en")} runs passed`;
  const title =
    since === undefined
      ? `${runs} in the last ${words}`
      : `${runs}; no data before ${since.slice(0, 16).replace("T", " ")} UTC`;
  // The first hour with data may begin up to an hour before its first run.
  const isRepeated = begin > now - shorter[id] - HOUR;
  return { text: printShare(share), isComplete: share === 1, passed, failed, since, isRepeated, title };
}
