import type { KeyboardEvent } from "react";
import { IconButton } from "../IconButton.tsx";
import { addDays, addMonths, dayName, monthName, monthOf, weeksOf } from "./month.ts";

interface CalendarProps {
  /** 2026-11 */
  month: string;
  /** The day with the keyboard focus. */
  focused: string;
  today: string;
  from: string | undefined;
  to: string | undefined;
  choose: (day: string) => void;
  /** Moves the focus by keyboard, even to another month. */
  focus: (day: string) => void;
  /** The month buttons: one of two calendars has "previous", the other "next". */
  turns: Readonly<Partial<Record<"previous" | "next", () => void>>>;
}

const weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
/** Wide enough for a fingertip on touch screens. */
const DAY_WIDTH = "w-7 min-w-touch";
const steps: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

/** A month in which the start and end of a range are marked. */
export function Calendar({ month, focused, today, from, to, choose, focus, turns }: CalendarProps) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const next = steps[event.key]?.(focused);
    if (!next) return;
    event.preventDefault();
    focus(next);
  };
  return (
    <div>
      <div className="flex h-8 items-center">
        <span className="size-6">
          {turns.previous && <Turn label="Previous month" icon="chevron-left" onClick={turns.previous} />}
        </span>
        <p aria-live="polite" className="flex-1 text-center font-medium">
          {monthName(month)}
        </p>
        <span className="size-6">
          {turns.next && <Turn label="Next month" icon="chevron-right" onClick={turns.next} />}
        </span>
      </div>
      <div role="grid" aria-label={monthName(month)}>
        <div role="row" className="flex">
          {weekdays.map((name) => (
            <span key={name} role="columnheader" className={`${DAY_WIDTH} text-center text-meta text-muted`}>
              {name}
            </span>
          ))}
        </div>
        {weeksOf(month).map((week) => (
          <div
            key={week[0]}
            // A week without days of this month is an empty row that keeps the height constant.
            role={week.some((day) => monthOf(day) === month) ? "row" : undefined}
            className="mt-0.5 flex h-7 min-h-touch"
          >
            {week.map((day) =>
              monthOf(day) === month ? (
                <span
                  key={day}
                  role="gridcell"
                  aria-selected={day === from || day === to}
                  className={washOf(day, from, to)}
                >
                  <button
                    type="button"
                    data-day={day}
                    aria-label={dayName(day)}
                    aria-current={day === today ? "date" : undefined}
                    tabIndex={day === focused ? 0 : -1}
                    onClick={() => choose(day)}
                    onKeyDown={move}
                    className={`${DAY_WIDTH} h-7 min-h-touch rounded-md tabular-nums outline-offset-0 ${day === from || day === to ? "bg-accent text-on-accent hover:bg-accent-hover" : "hover:bg-press aria-[current=date]:font-semibold aria-[current=date]:text-link"}`}
                  >
                    {Number(day.slice(8))}
                  </button>
                </span>
              ) : (
                <span key={day} aria-hidden className={DAY_WIDTH} />
              ),
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

const Turn = (props: { label: string; icon: "chevron-left" | "chevron-right"; onClick: () => void }) => (
  <IconButton size="small" {...props} />
);

/** Days between the ends are tinted as one band with rounded ends. */
function washOf(day: string, from: string | undefined, to: string | undefined) {
  if (!from || !to || day < from || day > to || from === to) return "";
  return `bg-selected ${day === from ? "rounded-l-md" : ""} ${day === to ? "rounded-r-md" : ""}`;
}
