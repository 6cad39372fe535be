// Reads the time range of changes, in date math: when they happened (`from`, `to`) and when they were inserted.
import { parsePoint, resolvePoint } from "#lib/time/date-math.ts";
import { problem } from "#language/problem.ts";
import { DAY } from "#lib/time/zoned-time.ts";
import type { Statement } from "#server/selector/condition.ts";
import { readable } from "./matched.ts";

export interface AskedChangeSpan {
  from?: string | null | undefined;
  to?: string | null | undefined;
  from_inserted_at?: string | null | undefined;
  to_inserted_at?: string | null | undefined;
}

export interface ChangeSpan {
  from: Date | undefined;
  to: Date | undefined;
  /** Whether the range limits the time of insertion. */
  isOfHearing: boolean;
  conditions(statement: Statement): string[];
}

/** The default range of a request without limits. */
const defaultRange = 2 * DAY;

/** PostgreSQL can store these limits, and no stored change lies outside of them. */
const earliest = Date.parse("1970-01-01T00:00:00Z");
const latest = Date.parse("9999-12-31T00:00:00Z");

export function readChangeSpan(asked: AskedChangeSpan, now: number): ChangeSpan {
  const moment = (name: keyof AskedChangeSpan, round: "down" | "up") => {
    const text = asked[name]?.trim();
    if (!text) return undefined;
    const found = readable(`body.${name}`, () => resolvePoint(parsePoint(text), { now, timeZone: "UTC", round }));
    return new Date(Math.min(Math.max(found, earliest), latest));
  };
  const to = moment("to", "up");
  const fromInserted = moment("from_inserted_at", "down");
  const toInserted = moment("to_inserted_at", "up");
  const isLimited = [asked.from, asked.to, asked.from_inserted_at, asked.to_inserted_at].some((text) => text?.trim());
  const from = moment("from", "down") ?? (isLimited ? undefined : new Date(now - defaultRange));
  inOrder(from, to, "from", "to");
  inOrder(fromInserted, toInserted, "from_inserted_at", "to_inserted_at");
  return {
    from,
    to,
    isOfHearing: fromInserted !== undefined || toInserted !== undefined,
    conditions: (statement) => {
      const value = (date: Date) => statement.value(date.toISOString(), "timestamptz");
      return [
        ...(from ? [`ch.created_at > ${value(from)}`] : []),
        ...(to ? [`ch.created_at <= ${value(to)}`] : []),
        ...(fromInserted ? [`ch.inserted_at > ${value(fromInserted)}`] : []),
        ...(toInserted ? [`ch.inserted_at <= ${value(toInserted)}`] : []),
      ];
    },
  };
}

function inOrder(from: Date | undefined, to: Date | undefined, fromName: string, toName: string): void {
  if (from && to && from >= to)
    throw problem.badParts([{ path: `body.${fromName}`, message: `must be before ${toName}` }]);
}
