import { printAge } from "#language/duration.ts";
import { useClock } from "./clock.ts";
import { printTimestamp } from "./timestamp.ts";

interface AgeProps {
  since: string;
}

/** How long ago, going on by itself; the exact time on hover. */
export function Age({ since }: AgeProps) {
  const then = Date.parse(since);
  const age = useClock((now) => printAge(now - then));
  return (
    <time dateTime={since} title={printTimestamp(then)} className="tabular-nums">
      {age}
    </time>
  );
}
