import { prove } from "#tests/support/expression-cases.ts";
import { time } from "./time.ts";

prove(time, {
  "time.Now": {
    good: [
      ["time.Now() > timestamp('2026-01-01T00:00:00Z')", true],
      ["time.Now() < timestamp('2999-01-01T00:00:00Z')", true],
    ],
    bad: [["time.Now(1)", "needs 0 values"]],
  },
  "time.Parse": {
    good: [
      ['time.Parse("2006-01-02", "2026-11-15") == timestamp("2026-11-15T00:00:00Z")', true],
      ['time.Parse("2006-002", "2024-366") == timestamp("2024-12-31T00:00:00Z")', true],
      ['time.Parse("2006.002 15h", "2026.060 04h") == timestamp("2026-03-01T04:00:00Z")', true],
      ['time.Parse("2006-01-02 002", "2026-02-01 032") == timestamp("2026-02-01T00:00:00Z")', true],
      [
        'time.Parse("Jan 2, 2006 at 3:04pm (MST)", "Feb 3, 2013 at 7:54pm (UTC)") == timestamp("2013-02-03T19:54:00Z")',
        true,
      ],
    ],
    bad: [
      ['time.Parse("2006-01-02", "15.11.2026")', "not a time like"],
      ['time.Parse("2006-01-02", "2026-02-30")', "not a time like"],
      ['time.Parse("2006-002", "2026-366")', "not a time like"],
      ['time.Parse("2006-002", "2026-000")', "not a time like"],
      ['time.Parse("2006-01-02 002", "2026-02-01 033")', "not a time like"],
    ],
  },
  "time.ParseLocal": {
    good: [
      [
        'time.ParseLocal("2006-01-02T15:04:05Z07:00", "2026-11-15T10:00:00+02:00") == timestamp("2026-11-15T08:00:00Z")',
        true,
      ],
      ['time.ParseLocal("RFC3339", "2026-11-15T10:00:00Z") == timestamp("2026-11-15T10:00:00Z")', true],
    ],
    bad: [['time.ParseLocal("2006", "x")', "not a time like"]],
  },
  "time.ParseInLocation": {
    good: [
      [
        'time.ParseInLocation("2006-01-02 15:04", "Europe/Berlin", "2026-07-01 12:00") == timestamp("2026-07-01T10:00:00Z")',
        true,
      ],
      [
        'time.ParseInLocation("2006-01-02 15:04", "America/New_York", "2026-01-01 00:00") == timestamp("2026-01-01T05:00:00Z")',
        true,
      ],
    ],
    bad: [['time.ParseInLocation("2006", "Mars/Base", "2026")', "no time zone"]],
  },
  "time.ParseDuration": {
    good: [
      ['time.ParseDuration("1h30m") == duration("90m")', true],
      ['time.ParseDuration("-2s") < duration("0s")', true],
    ],
    bad: [['time.ParseDuration("1 hour")', "not a duration"]],
  },
  Duration: {
    good: [
      ['Duration("7d") == duration("168h")', true],
      ['Duration("1w") > Duration("6d")', true],
    ],
    bad: [],
  },
  "time.Since": {
    good: [
      ['time.Since(timestamp("2026-01-01T00:00:00Z")) > Duration("1d")', true],
      ['time.Since("2026-01-01T00:00:00Z") > Duration("1d")', true],
    ],
    bad: [['time.Since("yesterday")', "needs a time"]],
  },
  "time.Until": {
    good: [
      ['time.Until(timestamp("2999-01-01T00:00:00Z")) > Duration("1d")', true],
      ['time.Until("2026-01-01T00:00:00Z") < Duration("0")', true],
    ],
    bad: [["time.Until(1)", "needs a time"]],
  },
  "time.ZoneName": {
    good: [
      ["time.ZoneName() != ''", true],
      ["size(time.ZoneName()) > 0", true],
    ],
    bad: [["time.ZoneName(1)", "needs 0 values"]],
  },
  "time.ZoneOffset": {
    good: [
      ["time.ZoneOffset() >= -43200", true],
      ["time.ZoneOffset() <= 50400", true],
    ],
    bad: [["time.ZoneOffset(1)", "needs 0 values"]],
  },
  "time.Format": {
    good: [
      [
        'time.Format("Mon, 02 Jan 2006 15:04:05 -0700", timestamp("2026-11-15T08:05:09Z"))',
        "Sun, 15 Nov 2026 08:05:09 +0000",
      ],
      ['time.Format("Kitchen", "2026-07-01T10:00:00Z", "Europe/Berlin")', "12:00PM"],
    ],
    bad: [['time.Format("2006", "x")', "needs a time"]],
  },
  Format: {
    good: [
      ['timestamp("2026-11-15T08:05:09.120Z").Format("2006-01-02T15:04:05.000Z07:00")', "2026-11-15T08:05:09.120Z"],
      ['timestamp("2026-11-15T08:05:09Z").Format("_2 January 06, 3pm", "UTC")', "15 November 26, 8am"],
    ],
    bad: [['timestamp("2026-11-15T08:05:09Z").Format(1)', "a string"]],
  },
  HumanDuration: {
    good: [
      ['HumanDuration(duration("100h"))', "4d4h"],
      ["HumanDuration(450)", ""],
      ['HumanDuration("150s")', "2m30s"],
    ],
    bad: [],
  },
});
