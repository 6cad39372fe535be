// Parses times from sources: RFC 3339, database formats, seconds or milliseconds since 1970, or the layout in the
// manifest.
import type { Json } from "#language/columns.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { layouts, parseTime } from "#lib/expression/go-time.ts";
import { readPath } from "#lib/expression/json-path.ts";

/** `nothing` means a missing time or the zero value of a programming language; `unreadable` means an unknown format. */
type Read = Date | "nothing" | "unreadable";

/** Returns the first readable time of several fields; `warn` is called if all times are unreadable. */
export function timeIn(
  document: Json,
  fields: readonly string[] = [],
  { layout, warn }: { layout: string | undefined; warn(warning: string): void },
): Date | undefined {
  let unread: string | undefined;
  for (const field of fields)
    for (const found of readPath(field).find(document)) {
      const time = read(found, layout);
      if (time instanceof Date) return time;
      if (time === "unreadable") unread ??= field;
    }
  if (unread !== undefined)
    warn(`The value at ${unread} is not a valid time in ${layout || "RFC 3339"}. Set timestampFormat to its format.`);
  return undefined;
}

/** Returns undefined for a value that is not a time. */
export function timeOf(value: unknown, layout?: string): Date | undefined {
  const time = read(value, layout);
  return time instanceof Date ? time : undefined;
}

export const isUnreadableTime = (value: unknown) => read(value, undefined) === "unreadable";

function read(value: unknown, layout: string | undefined): Read {
  if (typeof value === "number") return sensible(sinceEpoch(value));
  if (value === null || value === undefined) return "nothing";
  if (typeof value !== "string") return "unreadable";
  const text = value.trim();
  if (text === "") return "nothing";
  if (layout === undefined || layout === "") return sensible(parseDefault(text));
  try {
    return sensible(parseTime(text, layouts[layout] ?? layout));
  } catch (error) {
    if (error instanceof ExpressionFault) return "unreadable";
    throw error;
  }
}

const iso =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d+))?\s*(?:(Z|UTC)|([+-]\d{2})(?::?(\d{2}))?)?)?$/i;
/** Unix times may also be strings, for example in query results. */
const seconds = /^\d{9,13}(?:\.\d+)?$/;

function parseDefault(text: string): Date {
  if (seconds.test(text)) return sinceEpoch(Number(text));
  const [, day, clock = "00:00", fraction = "0", , hours = "+00", minutes = "00"] = iso.exec(text) ?? [];
  // Reads a time without a zone as UTC, independent of the zone of the server.
  return new Date(
    `${day}T${clock.length === 5 ? `${clock}:00` : clock}.${fraction.slice(0, 3).padEnd(3, "0")}${hours}:${minutes}`,
  );
}

const sinceEpoch = (value: number) => new Date(value < 1e11 ? value * 1_000 : value);

/** Excludes times before 1970 and times that PostgreSQL cannot store. */
function sensible(time: Date): Read {
  const ms = time.getTime();
  if (Number.isNaN(ms)) return "unreadable";
  return ms > 0 && ms < Date.UTC(9999, 0) ? time : "nothing";
}
