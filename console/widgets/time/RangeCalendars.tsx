import { useEffect, useRef, useState } from "react";
import { type Clock, parsePoint, resolvePoint } from "#lib/time/date-math.ts";
import { printMinute } from "#lib/time/dates.ts";
import type { Ends } from "#lib/time/time-range.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import { Calendar } from "./Calendar.tsx";
import { useMedia } from "../use-media.ts";
import { addMonths, monthOf } from "./month.ts";

interface RangeCalendarsProps {
  ends: Ends;
  clock: Clock;
  onChange: (ends: Ends) => void;
}

/** Two months side by side. The first pressed day begins a range, the second ends it. */
export function RangeCalendars({ ends, clock, onChange }: RangeCalendarsProps) {
  const today = printMinute(clock.now, clock.timeZone).slice(0, 10);
  const [from, to] = [dayOf(ends.from, clock, "down"), dayOf(ends.to, clock, "up")];
  const [focused, setFocused] = useState(to ?? today);
  const [left, setLeft] = useState(() => monthOf(addMonths(to ?? today, -1)));
  const [hasStart, setHasStart] = useState(false);
  const isWide = useMedia("(width >= 50rem)");
  const calendars = useRef<HTMLDivElement>(null);
  const isMoved = useRef(false);
  const right = monthOf(addMonths(`${left}-01`, 1));
  const turn = (months: number) => {
    setLeft(monthOf(addMonths(`${left}-01`, months)));
    setFocused(addMonths(focused, months));
  };

  const choose = (day: string) => {
    setFocused(day);
    const endsIt = hasStart && from !== undefined && day >= from;
    setHasStart(!endsIt);
    onChange(endsIt ? { ...ends, to: `${day} 23:59` } : { from: `${day} 00:00`, to: "" });
  };
  const focus = (day: string) => {
    isMoved.current = true;
    setFocused(day);
    if (monthOf(day) < (isWide ? left : right)) setLeft(monthOf(isWide ? day : addMonths(day, -1)));
    if (monthOf(day) > right) setLeft(monthOf(addMonths(day, -1)));
  };
  // Focuses the day once its month is rendered.
  useEffect(() => {
    if (isMoved.current) calendars.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
    isMoved.current = false;
  }, [focused]);
  // Tab must be able to reach one of the visible days.
  const reachable = (isWide ? [left, right] : [right]).includes(monthOf(focused)) ? focused : `${right}-01`;
  const shared = { focused: reachable, today, from, to, choose, focus };
  return (
    <div ref={calendars} className="mt-3 flex justify-center gap-8 border-t border-line pt-2">
      {isWide ? (
        <>
          <Calendar {...shared} month={left} turns={{ previous: () => turn(-1) }} />
          <Calendar {...shared} month={right} turns={{ next: () => turn(1) }} />
        </>
      ) : (
        <Calendar {...shared} month={right} turns={{ previous: () => turn(-1), next: () => turn(1) }} />
      )}
    </div>
  );
}

/** The day of an end in the person's time zone; undefined while the end is invalid. */
function dayOf(text: string, clock: Clock, round: "down" | "up") {
  let moment = 0;
  const problem = problemOf(() => (moment = resolvePoint(parsePoint(text), { ...clock, round })));
  return problem === undefined ? printMinute(moment, clock.timeZone).slice(0, 10) : undefined;
}
