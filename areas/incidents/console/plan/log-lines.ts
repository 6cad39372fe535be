// Attached log lines, and the link to the logs around that time.
import { printSearch } from "#console/url/search.ts";
import type { Json } from "#language/columns.ts";
import { printMinute, readDate } from "#lib/time/dates.ts";
import { printTimeParams } from "#lib/time/time-range.ts";
import { MINUTE } from "#lib/time/zoned-time.ts";

export interface AttachedLine {
  at: number | undefined;
  message: string;
}

/** Clients store the time as `timestamp` or `firstObserved`. Entries that are not log lines are left out. */
export const readLines = (stored: readonly Json[]): readonly AttachedLine[] =>
  stored.flatMap((line) => {
    if (typeof line === "string") return [{ at: undefined, message: line }];
    if (typeof line !== "object" || line === null || Array.isArray(line)) return [];
    const { timestamp, firstObserved, message } = line as Readonly<Record<string, Json | undefined>>;
    const time = timestamp ?? firstObserved;
    return [
      {
        at: typeof time === "string" || typeof time === "number" ? readDate(time) : undefined,
        message: typeof message === "string" ? message : "",
      },
    ];
  });

/** The logs of the component from a minute before the first line to a minute after the last line. */
export function logsPathOf(lines: readonly AttachedLine[], componentId: string | null, timeZone: string) {
  const times = lines.flatMap(({ at }) => at ?? []);
  if (times.length === 0) return undefined;
  const [from, to] = [Math.min(...times) - MINUTE, Math.max(...times) + 2 * MINUTE].map((at) =>
    printMinute(at, timeZone),
  ) as [string, string];
  return `/logs${printSearch({
    topologyId: componentId,
    ...printTimeParams({ type: "absolute", display: `${from} to ${to}`, from, to }),
  })}`;
}
