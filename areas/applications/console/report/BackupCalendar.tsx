import { useEffect, useRef } from "react";
import type { Report } from "../../contract.ts";
import { type CalendarDay, calendarOf, type DayState } from "./report-figures.ts";

const colours: Readonly<Record<DayState, string>> = {
  good: "var(--healthy)",
  partial: "var(--warning)",
  bad: "var(--unhealthy)",
  none: "var(--line)",
};

const meanings: readonly [DayState, string][] = [
  ["good", "All succeeded"],
  ["partial", "Some failed"],
  ["bad", "Most failed"],
  ["none", "No backup"],
];

const cell = 11;
const step = 13;
const top = 14;

const describe = ({ day, succeeded, failed }: CalendarDay) =>
  succeeded + failed === 0 ? `${day}: no backup` : `${day}: ${succeeded} succeeded, ${failed} failed`;

/** The backups of one database in a year: a column for each week, a row for each day of the week. */
export function BackupCalendar({ report, database }: { report: Report; database: string }) {
  const days = calendarOf(report, database);
  const weeks = Math.ceil(days.length / 7);
  const failedDays = days.filter(({ failed }) => failed > 0).length;
  const coveredDays = days.filter(({ succeeded }) => succeeded > 0).length;
  const months = days.flatMap(({ day }, index) =>
    day.endsWith("-01") ? [{ x: Math.floor(index / 7) * step, name: monthOf(day) }] : [],
  );
  // On a phone, the newest weeks are in view.
  const weeksArea = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (weeksArea.current) weeksArea.current.scrollLeft = weeksArea.current.scrollWidth;
  }, []);
  return (
    <figure className="mb-3 min-w-0 break-inside-avoid rounded-md border border-line bg-surface p-3">
      <figcaption className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium">{database}</span>
        <span className="text-muted">
          {coveredDays} {coveredDays === 1 ? "day" : "days"} with a backup, {failedDays} with a failure
        </span>
      </figcaption>
      <div
        ref={weeksArea}
        role="group"
        aria-label={`Backups of ${database} in the last year`}
        tabIndex={0}
        className="overflow-x-auto paper:overflow-visible"
      >
        <svg
          viewBox={`0 0 ${weeks * step} ${top + 7 * step}`}
          width={weeks * step}
          height={top + 7 * step}
          role="img"
          aria-label={`${coveredDays} days with a backup, ${failedDays} with a failure`}
          className="block max-w-none [print-color-adjust:exact]"
        >
          {months.map(({ x, name }) => (
            <text key={x} x={x} y={9} fontSize={10} fill="var(--muted)">
              {name}
            </text>
          ))}
          {days.map((day, index) => (
            <rect
              key={day.day}
              x={Math.floor(index / 7) * step}
              y={top + (index % 7) * step}
              width={cell}
              height={cell}
              rx={2}
              fill={colours[day.state]}
            >
              <title>{describe(day)}</title>
            </rect>
          ))}
        </svg>
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-4 text-meta text-muted">
        {meanings.map(([state, text]) => (
          <li key={state} className="flex items-center gap-1.5">
            <span
              aria-hidden
              className="size-2.5 rounded-sm [print-color-adjust:exact]"
              style={{ background: colours[state] }}
            />
            {text}
          </li>
        ))}
      </ul>
    </figure>
  );
}

const monthOf = (day: string) => new Date(`${day}T00:00:00Z`).toLocaleString("en", { month: "short", timeZone: "UTC" });
