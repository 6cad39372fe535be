import { usePreference } from "#console/preference.ts";
import { dateFormat, useTimeZone } from "#console/preferences/preferences.ts";
import { type DateFormat, printDate, printTimestamp, readDate } from "#language/dates.ts";
import { useClock } from "./clock.ts";

interface TimestampProps {
  at: string | number | null | undefined;
  /** Where the sentence around it needs one; otherwise the person's own. */
  format?: DateFormat;
}

const MILLIS = ".000";

/** A moment in the person's format and zone, the exact one on hover. What counts as no date is nothing. */
export function Timestamp({ at, format: fixed }: TimestampProps) {
  const preferred = usePreference(dateFormat);
  const timeZone = useTimeZone();
  const format = fixed ?? preferred;
  const moment = readDate(at);
  // A timestamp is the same at every moment: it need not be printed every second.
  const nearer = useClock((now) =>
    moment === undefined || format === "timestamp" ? "" : printDate(moment, format, { now, timeZone }),
  );
  if (moment === undefined) return null;
  const exact = printTimestamp(moment, timeZone);
  const toTheSecond = exact.slice(0, -MILLIS.length);
  return (
    <time dateTime={new Date(moment).toISOString()} title={exact} className="whitespace-nowrap tabular-nums">
      {format === "timestamp" ? (
        <>
          {toTheSecond}
          {/* A column of dates is read down, and in a cell the fraction is what would be cut: there it is for who hovers. */}
          <span className="in-[[role=gridcell]]:hidden">{exact.slice(toTheSecond.length)}</span>
        </>
      ) : (
        nearer
      )}
    </time>
  );
}
