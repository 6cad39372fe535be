import { usePreference } from "#console/preference.ts";
import { listDateFormat, useTimeZone } from "#console/preferences/preferences.ts";
import { useClock } from "#console/widgets/time/clock.ts";
import { NARROW_TABLE, useMedia } from "#console/widgets/use-media.ts";
import { printMinute, readDate } from "#lib/time/dates.ts";
import { printAge } from "#lib/time/duration.ts";

interface UntilProps {
  /** The expiry time; null shows nothing. */
  at: string | null;
  isOver: boolean;
}

/**
 * The time until an expiry, with the exact time on hover; highlighted once it has passed. If the person chose exact
 * times for lists, the expiry is shown to the minute, except on a phone.
 */
export function Until({ at, isOver }: UntilProps) {
  const timeZone = useTimeZone();
  const isExact = usePreference(listDateFormat) !== "short";
  const isNarrow = useMedia(NARROW_TABLE);
  const moment = readDate(at);
  const left = useClock((now) => (moment === undefined ? "" : `in ${printAge(moment - now)}`));
  const exact = moment === undefined ? "" : printMinute(moment, timeZone);
  if (isOver)
    return (
      <span title={exact} className="font-medium text-warning-text">
        Expired
      </span>
    );
  return (
    <span title={exact} className="tabular-nums">
      {isExact && !isNarrow ? exact : left}
    </span>
  );
}
