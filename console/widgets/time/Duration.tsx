import { printDuration } from "#lib/time/duration.ts";

interface DurationProps {
  millis: number;
}

/** A duration, from one second on rounded to seconds; the units are lighter than the numbers. */
export function Duration({ millis }: DurationProps) {
  return (
    <span className="tabular-nums">
      {printDuration(millis < 1000 ? millis : Math.round(millis / 1000) * 1000)
        .split(/(\D+)/)
        .map((part, index) =>
          index % 2 === 0 ? (
            part
          ) : (
            <span key={index} className="text-muted">
              {part}
            </span>
          ),
        )}
    </span>
  );
}
