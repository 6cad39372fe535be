import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { useClock } from "#console/widgets/time/clock.ts";
import { describeSchedule } from "#lib/time/schedule-words.ts";
import { nextRuns, parseSchedule, schedulePresets } from "#lib/time/schedule.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import type { FieldProps } from "../Field.tsx";
import { SuggestField } from "./SuggestField.tsx";

interface ScheduleFieldProps extends FieldProps<string> {
  presets?: keyof typeof schedulePresets | undefined;
  /** The time zone of times of day. Default: UTC, because the server reads schedules without a time zone in UTC. */
  timeZone?: string | undefined;
}

/** A schedule: chosen, or typed such as @every 5m or five cron fields. The help text describes it in words. */
export function ScheduleField({ presets = "default", timeZone = "UTC", help, ...rest }: ScheduleFieldProps) {
  const { value } = rest;
  const isReadable = value !== undefined && ScheduleField.check(value) === undefined;
  return (
    <SuggestField
      {...rest}
      suggestions={schedulePresets[presets].map((preset) => ({
        value: preset,
        hint: describeSchedule(parseSchedule(preset)),
      }))}
      help={
        isReadable ? <Meaning text={value} timeZone={timeZone} /> : (help ?? "Such as @every 5m, @daily or 0 9 * * 1-5")
      }
    />
  );
}

ScheduleField.check = (value: unknown) =>
  typeof value === "string" ? problemOf(() => parseSchedule(value)) : undefined;

const MINUTE_MS = 60_000;

function Meaning({ text, timeZone }: { text: string; timeZone: string }) {
  const schedule = parseSchedule(text);
  // The next run is shown in the time zone of the person.
  const next = useClock((now) => {
    const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
    return nextRuns(schedule, minute, { timeZone, count: 1 })[0] ?? 0;
  });
  return (
    <>
      {describeSchedule(schedule)}
      {schedule.kind === "cron" && !schedule.timeZone && ` ${timeZone}`}
      {schedule.kind === "cron" && next > 0 && (
        <>
          , next <Timestamp at={next} format="medium" />
        </>
      )}
    </>
  );
}
