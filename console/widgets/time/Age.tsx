import { usePreference } from "#console/preference.ts";
import { listDateFormat, useTimeZone } from "#console/preferences/preferences.ts";
import { useMedia, NARROW_TABLE } from "#console/widgets/use-media.ts";
import { printTimestamp, readDate } from "#lib/time/dates.ts";
import { printAge } from "#lib/time/duration.ts";
import { Ago, Timestamp } from "./Timestamp.tsx";

interface AgeProps {
  since: string | null | undefined;
  /** If both start and end are given, shows the duration between them. */
  to?: string | null | undefined;
}

/** Shows a time in the person's format: as an age that updates itself, or as a timestamp. */
export function Age({ since, to }: AgeProps) {
  const [start, end] = [readDate(since), readDate(to)];
  return start === undefined || end === undefined ? <Timestamp at={since} /> : <Between start={start} end={end} />;
}

function Between({ start, end }: { start: number; end: number }) {
  const timeZone = useTimeZone();
  const length = Math.max(0, end - start);
  return (
    <span
      title={`${printTimestamp(start, timeZone)} - ${printTimestamp(end, timeZone)}`}
      className="whitespace-nowrap tabular-nums"
    >
      {length < 1000 ? `${length}ms` : printAge(length)}
    </span>
  );
}

/**
 * A date in a list: its age, with the exact time on hover. If the person chose another format, the date is shown in
 * that format, except on a phone, where only an age fits.
 */
export function RowAge({ since }: { since: string | null }) {
  const format = usePreference(listDateFormat);
  const isNarrow = useMedia(NARROW_TABLE);
  if (since === null) return null;
  if (!isNarrow && format !== "short") return <Age since={since} />;
  return <Ago since={since} />;
}
