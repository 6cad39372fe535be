// Builds request bodies from the search that the page shows. Relative times are resolved when a request is sent.
import type { Labels } from "#language/columns.ts";
import { severities, type Severity } from "#lib/logs/severity.ts";
import { endsOf, resolveTimeRange, type TimeRange } from "#lib/time/time-range.ts";

export interface LogRequest {
  /** The component and its log selector. */
  id: string | undefined;
  name: string | undefined;
  backend: string | undefined;
  query: string;
  language: "auto" | "words" | "backend";
  labels: Labels;
  level: Severity | "";
  range: TimeRange;
  timeZone: string;
}

export interface Span {
  start: number;
  end: number;
}

const SECOND = 1000;

/** Rounds to whole seconds, so that the bars of the histogram begin at times that a time range can contain. */
export function spanOf({ range, timeZone }: Pick<LogRequest, "range" | "timeZone">, now = Date.now()): Span {
  const { from, to } = resolveTimeRange(range, { now, timeZone });
  return {
    start: Math.floor(Date.parse(from) / SECOND) * SECOND,
    end: Math.ceil(Date.parse(to) / SECOND) * SECOND,
  };
}

/** Whether the range moves with the time, so that new lines belong to it. */
export const endsNow = (range: TimeRange) => endsOf(range).to === "now";

/** The selection, which all calls have in common. */
export const bodyOf = ({ id, name, backend, query, language, labels }: LogRequest, { start, end }: Span) => ({
  ...(id !== undefined && { id }),
  ...(name !== undefined && { name }),
  ...(backend !== undefined && { backend }),
  query,
  language,
  labels: { ...labels },
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
});

const levelsFrom = (level: Severity | "") => (level === "" ? severities : severities.slice(severities.indexOf(level)));

/** A CEL expression that is true for lines of this level or above; undefined without a level. */
export const matchOf = (level: Severity | ""): string[] =>
  level === ""
    ? []
    : [
        levelsFrom(level)
          .map((name) => `severity == '${name}'`)
          .join(" || "),
      ];

export const isShown = (severity: string | undefined, level: Severity | "") =>
  level === "" || levelsFrom(level).some((name) => name === severity);
