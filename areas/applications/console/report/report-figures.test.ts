import { expect, test } from "vitest";
import type { ReportBackup, ReportIncident } from "../../contract.ts";
import {
  averageResolution,
  backupFigures,
  bySeverity,
  calendarOf,
  databasesOf,
  durationOf,
  isOpenIncident,
} from "./report-figures.ts";

const incident = (parts: Partial<ReportIncident>): ReportIncident => ({
  id: "1",
  number: "INC-1",
  date: "2026-11-01T00:00:00Z",
  severity: "high",
  type: "availability",
  description: "away",
  status: "open",
  ...parts,
});

test.each([
  ["2026-11-01T00:40:00Z", "40m"],
  ["2026-11-01T05:20:00Z", "5h"],
  ["2026-11-03T03:00:00Z", "2d 3h"],
  ["2026-11-04T00:00:00Z", "3d"],
  [undefined, ""],
])("an incident that is resolved at %s lasted %s", (resolvedDate, printed) =>
  expect(durationOf(incident(resolvedDate === undefined ? {} : { resolvedDate }))).toBe(printed),
);

test("the average resolution time includes only resolved incidents", () => {
  const incidents = [
    incident({ resolvedDate: "2026-11-01T02:00:00Z" }),
    incident({ resolvedDate: "2026-11-01T04:00:00Z" }),
    incident({}),
  ];
  expect(averageResolution(incidents)).toBe("3h");
  expect(averageResolution([incident({})])).toBeUndefined();
});

test("resolved, closed and cancelled incidents are not open", () => {
  const open = ["open", "investigating", "mitigated", "resolved", "closed", "cancelled"].filter((status) =>
    isOpenIncident(incident({ status })),
  );
  expect(open).toEqual(["open", "investigating", "mitigated"]);
});

test("severities are counted and sorted, the most severe first", () => {
  const shares = bySeverity([{ severity: "low" }, { severity: "critical" }, { severity: "low" }]);
  expect(shares.map(({ name, count }) => [name, count])).toEqual([
    ["critical", 1],
    ["low", 2],
  ]);
});

const backup = (status: string, size: string): ReportBackup => ({
  id: status + size,
  database: "db",
  type: "",
  source: "velero",
  date: `2026-11-1${size.length}T00:00:00Z`,
  size,
  status,
  config: { id: "1", name: "db", type: "Database" },
});
const day = (date: string, succeeded: number, failed: number, database = "db") => ({
  database,
  day: date,
  succeeded,
  failed,
});

test("the average backup size ignores unknown sizes, and failed backups do not count as the last backup", () => {
  const backups = [backup("Failed", ""), backup("Completed", "10 GB"), backup("Successful", "14 GB")];
  const figures = backupFigures({ backups, backupDays: [day("2026-11-01", 2, 0), day("2026-11-02", 0, 1)] });
  expect(figures).toEqual({ averageSize: "12 GB", successRate: 66.7, last: backups[1]!.date });
  expect(backupFigures({ backups: [], backupDays: [] })).toEqual({
    averageSize: undefined,
    successRate: undefined,
    last: undefined,
  });
});

test("the calendar covers a year in whole weeks, with the state of each day", () => {
  const backupDays = [
    day("2026-11-18", 1, 0),
    day("2026-11-17", 1, 1),
    day("2026-11-16", 1, 2),
    day("2026-11-15", 9, 0, "other"),
  ];
  const report = { backupDays, generatedAt: "2026-11-18T05:00:00Z" };
  const days = calendarOf(report, "db");
  expect(days.slice(-4).map(({ day: date, state }) => [date, state])).toEqual([
    ["2026-11-15", "none"],
    ["2026-11-16", "bad"],
    ["2026-11-17", "partial"],
    ["2026-11-18", "good"],
  ]);
  expect(new Date(days[0]!.day).getUTCDay()).toBe(0);
  expect(days.length).toBeGreaterThanOrEqual(365);
  expect(days.length).toBeLessThan(372);
  expect(databasesOf(report)).toEqual(["db", "other"]);
});
