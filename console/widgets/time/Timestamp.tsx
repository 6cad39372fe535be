import { Fragment } from "react";
import { usePreference } from "#console/preference.ts";
import { dateFormat, useTimeZone } from "#console/preferences/preferences.ts";
import { type DateFormat, printDate, printTimestamp, printZone, readDate } from "#lib/time/dates.ts";
import { useClock } from "./clock.ts";

interface TimestampProps {
  at: string | number | null | undefined;
  /** A fixed format, for sentences that need one. Default: the person's preference. */
  format?: DateFormat;
  /** Completes an age: "3m ago", or "just now" below a second. */
  isAgo?: boolean;
}

const MILLIS = ".000";

/** A time in the person's format and zone, with the exact time on hover. Renders nothing for an invalid date. */
export function Timestamp({ at, format: fixed, isAgo = false }: TimestampProps) {
  const preferred = usePreference(dateFormat);
  const timeZone = useTimeZone();
  const format = fixed ?? preferred;
  const moment = readDate(at);
  // The "timestamp" format does not depend on the current time, so it is not updated every second.
  const relative = useClock((now) =>
    moment === undefined || format === "timestamp" ? "" : printDate(moment, format, { now, timeZone }),
  );
  if (moment === undefined) return null;
  const exact = printTimestamp(moment, timeZone);
  const toTheSecond = exact.slice(0, -MILLIS.length);
  return (
    <time dateTime={new Date(moment).toISOString()} title={exact} className="whitespace-nowrap tabular-nums">
      {format === "timestamp" ? (
        <>
          {toTheSecond.split("-").map((part, index) => (
            <Fragment key={index}>
              {/* With tabular figures, a hyphen would be as wide as a digit. */}
              {index > 0 && <span className="[font-variant-numeric:normal]">-</span>}
              {part}
            </Fragment>
          ))}
          {/* In table cells the milliseconds are hidden, since they would be cut off; they are shown on hover. */}
          <span data-millis className="in-[[role=gridcell]]:hidden">
            {exact.slice(toTheSecond.length)}
          </span>
        </>
      ) : !isAgo ? (
        relative
      ) : relative === "0s" ? (
        "just now"
      ) : (
        `${relative} ago`
      )}
    </time>
  );
}

/** Shows how long ago a moment was, whatever format the person prefers: "3m ago", "just now". */
export const Ago = ({ since }: { since: string | number }) => <Timestamp at={since} format="short" isAgo />;

/** Shows the age whatever format the person prefers, for sentences such as "not live for 12s". */
export const Elapsed = ({ since }: { since: string | number }) => <Timestamp at={since} format="short" />;

const HOUR = 3_600_000;

/** Shows the time zone of a list with exact times: "times in GMT+1". */
export function ZoneNote() {
  const timeZone = useTimeZone();
  const name = useClock((now) => printZone(timeZone, Math.floor(now / HOUR) * HOUR));
  return <span title={timeZone}>times in {name}</span>;
}
