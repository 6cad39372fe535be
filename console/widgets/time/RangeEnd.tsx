import { useId } from "react";
import { printTimestamp } from "#lib/time/dates.ts";
import { type Clock, parsePoint, resolvePoint } from "#lib/time/date-math.ts";

interface RangeEndProps {
  label: string;
  value: string;
  problem: string | undefined;
  clock: Clock;
  round: "down" | "up";
  onChange: (value: string) => void;
}

/** An end of a range, typed as a time or an expression; its resolved time or error is shown below. */
export function RangeEnd({ label, value, problem, clock, round, onChange }: RangeEndProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <input
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        placeholder="2026-11-15 10:30 or now-2h"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-note`}
        className="h-control w-full rounded-md border border-line-strong bg-surface px-2.5 tabular-nums outline-offset-0 placeholder:text-faint hover:border-muted focus-visible:border-focus focus-visible:outline-1 aria-invalid:border-unhealthy max-shell:text-[1rem]"
      />
      <p
        id={`${id}-note`}
        className={`mt-1 min-h-4 text-meta break-words ${problem ? "text-unhealthy-text" : "text-muted tabular-nums"}`}
      >
        {problem ?? meaningOf(value, clock, round)}
      </p>
    </div>
  );
}

/** The time that an expression currently resolves to. */
const meaningOf = (value: string, clock: Clock, round: "down" | "up") =>
  /now|\|/.test(value) ? printTimestamp(resolvePoint(parsePoint(value), { ...clock, round }), clock.timeZone) : "";
