import { expect, test } from "vitest";
import { silenceOf, type SilenceRow } from "./silence.ts";

const row: SilenceRow = {
  id: "s",
  name: "silence",
  from: null,
  until: null,
  schedule: null,
  duration_minutes: null,
  time_zone: null,
  recursive: false,
  config_id: null,
  component_id: null,
  check_id: null,
  canary_id: null,
  filter: null,
  selectors: null,
  matchers: null,
};
const isOpen = (times: Partial<SilenceRow>, at: string) => silenceOf({ ...row, ...times }).isOpenAt(Date.parse(at));

test("a silence applies from its start until just before its end; without start and end it always applies", () => {
  const times = { from: "2026-07-01T10:00:00Z", until: "2026-07-01T12:00:00Z" };
  expect(isOpen(times, "2026-07-01T09:59:59Z")).toBe(false);
  expect(isOpen(times, "2026-07-01T10:00:00Z")).toBe(true);
  expect(isOpen(times, "2026-07-01T11:59:59Z")).toBe(true);
  expect(isOpen(times, "2026-07-01T12:00:00Z")).toBe(false);
  expect(isOpen({}, "1999-01-01T00:00:00Z")).toBe(true);
});

test("a recurring silence applies in its windows, in its time zone, and only between its start and end", () => {
  const nights = {
    from: "2026-06-01T00:00:00Z",
    until: "2026-08-01T00:00:00Z",
    schedule: "0 22 * * *",
    duration_minutes: 8 * 60,
    time_zone: "Europe/Berlin",
  };
  const silence = silenceOf({ ...row, ...nights });
  const open = (at: string) => silence.isOpenAt(Date.parse(at));
  // The moments are not in order, so that the test also goes back to times before the cached period.
  expect(open("2026-07-01T21:00:00Z")).toBe(true);
  expect(open("2026-07-01T19:00:00Z")).toBe(false);
  expect(open("2026-07-02T03:59:00Z")).toBe(true);
  expect(open("2026-07-02T04:01:00Z")).toBe(false);
  expect(open("2026-06-30T20:00:00Z")).toBe(true);
  expect(open("2026-09-01T21:00:00Z")).toBe(false);
  expect(isOpen({ ...nights, time_zone: null }, "2026-07-01T21:00:00Z")).toBe(false);
});

test("a silence covers descendants only if it is recursive; a silence for a canary always covers its checks", () => {
  const named = { ...row, config_id: "g", component_id: "p", check_id: "k", canary_id: "y" };
  expect(silenceOf(named).targets).toEqual([
    { id: "g", hasDescendants: false },
    { id: "p", hasDescendants: false },
    { id: "k", hasDescendants: false },
    { id: "y", hasDescendants: true },
  ]);
  expect(silenceOf({ ...named, recursive: true }).targets.map(({ hasDescendants }) => hasDescendants)).toEqual([
    true,
    true,
    false,
    true,
  ]);
});
