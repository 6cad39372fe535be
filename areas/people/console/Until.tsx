import { useTimeZone } from "#console/preferences/preferences.ts";
import { printMinute, readDate } from "#language/dates.ts";

interface UntilProps {
  /** When it ends; nothing is shown for what has no end. */
  at: string | null;
  isOver: boolean;
}

/** The end of something, which lies ahead as a rule: to the minute, and loud once it is past. */
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
