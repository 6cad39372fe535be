import { describe, expect, test } from "vitest";
import { describeSchedule } from "./schedule-words.ts";
import { nextRuns, parseSchedule, schedulePresets } from "./schedule.ts";

const at = (text: string) => Date.parse(text);
const runs = (schedule: string, after: string, timeZone = "UTC", count = 3) =>
  nextRuns(parseSchedule(schedule), at(after), { timeZone, count }).map((moment) =>
    new Date(moment).toISOString().replace(/:00\.000Z$/, "Z"),
  );

describe("next runs", () => {
  test.each([
    ["@every 90s", ["2026-11-13T10:09Z", "2026-11-13T10:10:30.000Z", "2026-11-13T10:12Z"]],
    ["@hourly", ["2026-11-13T11:00Z", "2026-11-13T12:00Z", "2026-11-13T13:00Z"]],
    ["@daily", ["2026-11-14T00:00Z", "2026-11-15T00:00Z", "2026-11-16T00:00Z"]],
    ["@weekly", ["2026-11-15T00:00Z", "2026-11-22T00:00Z", "2026-11-29T00:00Z"]],
    ["@monthly", ["2026-12-01T00:00Z", "2027-01-01T00:00Z", "2027-02-01T00:00Z"]],
    ["@yearly", ["2027-01-01T00:00Z", "2028-01-01T00:00Z", "2029-01-01T00:00Z"]],
    ["@never", []],
    ["*/20 * * * *", ["2026-11-13T10:20Z", "2026-11-13T10:40Z", "2026-11-13T11:00Z"]],
    ["5/25 10 * * *", ["2026-11-13T10:30Z", "2026-11-13T10:55Z", "2026-11-14T10:05Z"]],
    ["0 9-17/4 * * MON-FRI", ["2026-11-13T13:00Z", "2026-11-13T17:00Z", "2026-11-16T09:00Z"]],
    ["0 0 29 2 *", ["2028-02-29T00:00Z", "2032-02-29T00:00Z", "2036-02-29T00:00Z"]],
    ["0 0 29 feb 7", ["2027-02-07T00:00Z", "2027-02-14T00:00Z", "2027-02-21T00:00Z"]],
    // If both fields are restricted, a match of either is enough.
    ["0 0 15 * 1", ["2026-11-15T00:00Z", "2026-11-16T00:00Z", "2026-11-23T00:00Z"]],
    ["0 0 ? * 1", ["2026-11-16T00:00Z", "2026-11-23T00:00Z", "2026-11-30T00:00Z"]],
  ])("returns the next runs of %s", (schedule, expected) =>
    expect(runs(schedule, "2026-11-13T10:07:30Z")).toEqual(expected),
  );

  test("uses the time zone of the schedule, or the time zone of the caller if the schedule has none", () => {
    expect(runs("30 10 * * *", "2026-03-27T12:00:00Z", "Europe/Berlin")).toEqual([
      "2026-03-28T09:30Z",
      "2026-03-29T08:30Z",
      "2026-03-30T08:30Z",
    ]);
    expect(runs("CRON_TZ=Asia/Kolkata 0 9 * * *", "2026-11-13T00:00:00Z", "Europe/Berlin", 1)).toEqual([
      "2026-11-13T03:30Z",
    ]);
  });

  test("runs a fixed hour once a day, even if that hour is skipped or repeated", () => {
    expect(runs("30 2 * * *", "2026-03-28T12:00:00Z", "Europe/Berlin")).toEqual([
      "2026-03-29T01:00Z",
      "2026-03-30T00:30Z",
      "2026-03-31T00:30Z",
    ]);
    expect(runs("30 2 * * *", "2026-10-24T12:00:00Z", "Europe/Berlin")).toEqual([
      "2026-10-25T00:30Z",
      "2026-10-26T01:30Z",
      "2026-10-27T01:30Z",
    ]);
  });

  test("runs an hourly schedule in every hour that exists", () => {
    expect(runs("30 * * * *", "2026-03-29T00:00:00Z", "Europe/Berlin")).toEqual([
      "2026-03-29T00:30Z",
      "2026-03-29T01:30Z",
      "2026-03-29T02:30Z",
    ]);
    expect(runs("30 * * * *", "2026-10-25T00:00:00Z", "Europe/Berlin")).toEqual([
      "2026-10-25T00:30Z",
      "2026-10-25T01:30Z",
      "2026-10-25T02:30Z",
    ]);
    expect(runs("*/15 * * * *", "2026-04-04T14:35:00Z", "Australia/Lord_Howe", 4)).toEqual([
      "2026-04-04T14:45Z",
      "2026-04-04T15:00Z",
      "2026-04-04T15:15Z",
      "2026-04-04T15:30Z",
    ]);
  });

  test("returns increasing moments in every zone across clock changes", () => {
    for (const zone of ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo"])
      for (const schedule of ["*/7 * * * *", "13 */2 * * *", "0 0,1,2,3 * * *", "@daily"]) {
        const moments = nextRuns(parseSchedule(schedule), at("2026-03-01"), { timeZone: zone, count: 300 });
        expect(moments.every((moment, index) => index === 0 || moment > moments[index - 1]!)).toBe(true);
        expect(moments).toHaveLength(300);
      }
  });
});

describe("describeSchedule", () => {
  test.each([
    ["@every 30s", "Every 30 seconds"],
    ["@every 1m", "Every minute"],
    ["@every 90m", "Every 90 minutes"],
    ["@every 24h", "Every day"],
    ["@every 1h0m30s", "Every 1 hour and 30 seconds"],
    ["@hourly", "Every hour"],
    ["@daily", "At 00:00 every day"],
    ["@weekly", "At 00:00 on Sunday"],
    ["@monthly", "At 00:00 on day 1 of the month"],
    ["@yearly", "At 00:00 on day 1 of the month in January"],
    ["@never", "Never"],
    ["* * * * *", "Every minute"],
    ["*/5 * * * *", "Every 5 minutes"],
    ["15 * * * *", "Every hour at minute 15"],
    ["0 */2 * * *", "Every 2 hours"],
    ["0 9 * * 1-5", "At 09:00 from Monday to Friday"],
    ["30 9,17 * * 1,5", "At 09:30 and 17:30 on Monday and Friday"],
    ["*/15 9-17 * * *", "Every 15 minutes from 09:00 to 17:59 every day"],
    ["0 0 1,15 * *", "At 00:00 on days 1 and 15 of the month"],
    ["0 0 1 * 1", "At 00:00 on day 1 of the month or on Monday"],
    ["0 6 * 6-8 *", "At 06:00 every day in June to August"],
    ["CRON_TZ=Europe/Berlin 0 6 * * *", "At 06:00 every day (Europe/Berlin)"],
  ])('describes %s as "%s"', (schedule, words) => expect(describeSchedule(parseSchedule(schedule))).toBe(words));
});

describe("explains how to correct text that cannot be parsed", () => {
  test.each([
    ["", "is not a schedule. Write @every 5m, @hourly, @daily, @weekly, or five cron fields such as 0 9 * * 1-5."],
    ["* * * *", "is not a schedule."],
    ["* * * * * *", "is not a schedule."],
    ["@often", "Unknown schedule @often."],
    ["@every", "Unknown schedule @every."],
    ["@every soon", '"soon" is not a duration.'],
    ["@every 10ms", "is too short: the minimum is one second."],
    ["60 * * * *", '"60" is not a minute. Write 0 to 59, a range such as 0-4, a step such as */5, or *.'],
    ["0 0 0 * *", '"0" is not a day of the month.'],
    ["0 0 * 13 *", '"13" is not a month.'],
    ["0 0 * * MOO", '"MOO" is not a day of the week.'],
    ["5-1 * * * *", '"5-1" is not a minute.'],
    ["*/0 * * * *", '"*/0" is not a minute.'],
    ["1-2-3 * * * *", '"1-2-3" is not a minute.'],
    ["0 0 31 2 *", "None of these months has a day 31."],
    ["TZ=Mars/Olympus @daily", '"Mars/Olympus" is not a valid time zone.'],
  ])("for %j", (schedule, message) => expect(() => parseSchedule(schedule)).toThrow(message));
});

test("offers only valid presets, from 30 seconds to a week", () => {
  for (const schedule of Object.values(schedulePresets).flat())
    expect(describeSchedule(parseSchedule(schedule))).toMatch(/^(Every|At)/);
  expect([schedulePresets.default[0], schedulePresets.default.at(-1)]).toEqual(["@every 30s", "@weekly"]);
  expect(schedulePresets.settings.join()).toBe(
    "@every 30s,@every 1m,@every 5m,@every 30m,@hourly,@every 6h,@daily,@weekly",
  );
});
