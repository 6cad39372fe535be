// Times as sources write them: in RFC 3339 and as databases print it, in seconds or milliseconds since 1970, or in a layout that
// the manifest says.
import type { Json } from "#language/columns.ts";
import { ExpressionFault } from "#server/expression/fault.ts";
import { layouts, parseTime } from "#server/expression/go-time.ts";
import { readPath } from "#server/expression/json-path.ts";

/** A moment; `nothing` where none is said, which zeros of programs mean, too; `unreadable` for what may well be one. */
type Read = Date | "nothing" | "unreadable";

/** Of several fields the first that can be read counts; `warn` hears of what is there and cannot be. */
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
    warn(`What ${unread} finds is no time in ${layout || "RFC 3339"}: say with timestampFormat how it is written.`);
  return undefined;
}

/** Undefined for what is none. */
export function timeOf(value: unknown, layout?: string): Date | undefined {
  const time = read(value, layout);
  return time instanceof Date ? time : undefined;
}

/** It may well be a time, but nobody can say which. */
export const isUnreadableTime = (value: unknown) => read(value, undefined) === "unreadable";

function read(value: unknown, layout: string | undefined): Read {
  if (typeof value === "number") return sensible(sinceEpoch(value));
  if (value === null || value === undefined) return "nothing";
  if (typeof value !== "string") return "unreadable";
  const text = value.trim();
  if (text === "") return "nothing";
  if (layout === undefined || layout === "") return sensible(usual(text));
  try {
    return sensible(parseTime(text, layouts[layout] ?? layout));
  } catch (error) {
    if (error instanceof ExpressionFault) return "unreadable";
    throw error;
  }
}

const iso =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d+))?\s*(?:(Z|UTC)|([+-]\d{2})(?::?(\d{2}))?)?)?$/i;
/** Whoever has texts only, such as a row of a query, writes them so, too. */
const seconds = /^\d{9,13}(?:\.\d+)?$/;

function usual(text: string): Date {
  if (seconds.test(text)) return sinceEpoch(Number(text));
  const [, day, clock = "00:00", fraction = "0", , hours = "+00", minutes = "00"] = iso.exec(text) ?? [];
  // Without a zone it is of none: where this server stands says nothing of it.
  return new Date(
    `${day}T${clock.length === 5 ? `${clock}:00` : clock}.${fraction.slice(0, 3).padEnd(3, "0")}${hours}:${minutes}`,
  );
}

const sinceEpoch = (value: number) => new Date(value < 1e11 ? value * 1_000 : value);

/** What PostgreSQL keeps, and what anybody means. */
function sensible(time: Date): Read {
  const ms = time.getTime();
  if (Number.isNaN(ms)) return "unreadable";
  return ms > 0 && ms < Date.UTC(9999, 0) ? time : "nothing";
}
