import { useTimeZone } from "#console/preferences/preferences.ts";
import { printMinute, readDate } from "#lib/time/dates.ts";

interface UntilProps {
  /** The expiry time; null shows nothing. */
  at: string | null;
  isOver: boolean;
}

/** An expiry, to the minute; highlighted once it has passed. */
export function Until({ at, isOver }: UntilProps) {
  const timeZone = useTimeZone();
  const moment = readDate(at);
  const exact = moment === undefined ? "" : printMinute(moment, timeZone);
  if (isOver)
    return (
      <span title={exact} className="font-medium text-warning-text">
        Expired
      </span>
    );
  return <span className="tabular-nums">{exact}</span>;
}
