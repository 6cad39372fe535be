import { useTimeZone } from "#console/preferences/preferences.ts";
import { useMedia, NARROW_TABLE } from "#console/widgets/use-media.ts";
import { printTimestamp, readDate } from "#lib/time/dates.ts";
import { printAge } from "#lib/time/duration.ts";
import { Timestamp, Elapsed } from "./Timestamp.tsx";

interface AgeProps {
  since: string | null | undefined;
  /** With both ends, the duration between them is shown. */
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

/** A date in a table: in the person's format, but on a phone always the age, which is short. */
export function RowAge({ since }: { since: string | null }) {
  const isNarrow = useMedia(NARROW_TABLE);
  if (!isNarrow || since === null) return <Age since={since} />;
  return (
    <span>
      <Elapsed since={since} /> ago
    </span>
  );
}
