import { printDuration } from "#lib/time/duration.ts";

interface DurationProps {
  millis: number;
}

/** A duration; the units are lighter than the numbers. */
export function Duration({ millis }: DurationProps) {
  return (
    <span className="tabular-nums">
      {printDuration(millis)
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
