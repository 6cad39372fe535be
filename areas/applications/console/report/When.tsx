import { useTimeZone } from "#console/preferences/preferences.ts";
import { Ago } from "#console/widgets/time/Timestamp.tsx";
import { printMinute, readDate } from "#lib/time/dates.ts";

/** A time: its age on the screen, and the exact minute on paper, where an age would soon be wrong. */
export function When({ at }: { at: string | undefined }) {
  const timeZone = useTimeZone();
  const moment = readDate(at);
  if (at === undefined || moment === undefined) return <span className="text-faint">–</span>;
  return (
    <>
      <span className="paper:hidden">
        <Ago since={at} />
      </span>
      <span className="hidden whitespace-nowrap paper:inline">{printMinute(moment, timeZone)}</span>
    </>
  );
}
