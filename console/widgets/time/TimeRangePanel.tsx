import { useState } from "react";
import { usePreference } from "#console/preference.ts";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { absoluteRange, type Ends, endProblems, endsOf, rememberRange, type TimeRange } from "#lib/time/time-range.ts";
import { printOffset } from "#lib/time/time-zone.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import { offsetAt } from "#lib/time/zoned-time.ts";
import { Button } from "../Button.tsx";
import { RangeCalendars } from "./RangeCalendars.tsx";
import { RangeList } from "./RangeList.tsx";
import { RangeEnd } from "./RangeEnd.tsx";
import { recentRanges } from "./use-time-range.ts";

export interface TimeRangePickerProps {
  range: TimeRange | undefined;
  /** Undefined clears the range. */
  onChange: (range: TimeRange | undefined) => void;
  /** Offers future ranges, for example for a silence, instead of past ranges. */
  isFuture?: boolean;
  label?: string;
}

interface TimeRangePanelProps extends TimeRangePickerProps {
  close: () => void;
}

/** At the left, two times can be typed or chosen in calendars. At the right is the list of predefined ranges. */
export function TimeRangePanel({ range, onChange, isFuture = false, close }: TimeRangePanelProps) {
  const timeZone = useTimeZone();
  const [now] = useState(() => Date.now());
  const [ends, setEnds] = useState<Ends>(() => endsToEdit(range));
  const recent = usePreference(recentRanges);
  const problems = endProblems(ends, { now, timeZone });

  const choose = (chosen: TimeRange | undefined) => {
    onChange(chosen);
    close();
  };
  const chooseAbsolute = (chosen: Ends) => {
    recentRanges.set(rememberRange(recent, chosen));
    choose(absoluteRange(chosen.from, chosen.to));
  };
  return (
    <div className="flex max-shell:w-88 max-shell:flex-col-reverse">
      <form
        className="flex flex-col p-4 shell:w-120"
        onSubmit={(event) => {
          event.preventDefault();
          if (problems.ready) chooseAbsolute({ from: ends.from.trim(), to: ends.to.trim() });
        }}
      >
        <h2 className="mb-3 font-semibold">Absolute time range</h2>
        <div className="grid gap-x-4 gap-y-3 shell:grid-cols-2">
          <RangeEnd
            label="From"
            value={ends.from}
            problem={problems.from}
            clock={{ now, timeZone }}
            round="down"
            onChange={(from) => setEnds({ ...ends, from })}
          />
          <RangeEnd
            label="To"
            value={ends.to}
            problem={problems.to}
            clock={{ now, timeZone }}
            round="up"
            onChange={(to) => setEnds({ ...ends, to })}
          />
        </div>
        <RangeCalendars ends={ends} clock={{ now, timeZone }} onChange={setEnds} />
        <div className="mt-3 flex items-center justify-end gap-2">
          <span className="min-w-0 flex-1 truncate text-meta text-muted" title={timeZone}>
            {timeZone} ({printOffset(offsetAt(now, timeZone))})
          </span>
          <Button onClick={() => choose(undefined)}>Clear</Button>
          <Button type="submit" look="primary" disabled={!problems.ready}>
            Submit
          </Button>
        </div>
        {recent.length > 0 && (
          <div className="mt-4 border-t border-line pt-3">
            <h3 className="mb-1 text-meta text-muted">Recently used absolute ranges</h3>
            <ul>
              {recent.map((used) => (
                <li key={`${used.from} ${used.to}`}>
                  <button
                    type="button"
                    onClick={() => chooseAbsolute(used)}
                    className="-mx-2 block w-[calc(100%+1rem)] truncate rounded-sm px-2 py-1 text-left tabular-nums hover:bg-hover"
                  >
                    {used.from} <span className="text-muted">to</span> {used.to}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )}
      </form>
      <RangeList range={range} isFuture={isFuture} choose={choose} />
    </div>
  );
}

/** The current range in editable form: expressions for named or relative ranges. */
function endsToEdit(range: TimeRange | undefined): Ends {
  if (!range || problemOf(() => endsOf(range)) !== undefined) return { from: "", to: "" };
  return endsOf(range);
}
