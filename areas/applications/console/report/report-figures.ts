// Pure functions that compute the key figures of the report from its rows.
import type { Report, ReportBackup, ReportFinding, ReportIncident } from "../../contract.ts";
import type { Share } from "./Shares.tsx";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const severityColours: Readonly<Record<string, string>> = {
  critical: "var(--unhealthy)",
  blocker: "var(--unhealthy)",
  high: "color-mix(in oklch, var(--unhealthy) 80%, var(--warning))",
  medium: "var(--warning)",
  warning: "var(--warning)",
  low: "var(--chart-1)",
  info: "var(--unknown)",
};
const severityOrder = Object.keys(severityColours);

const typeColours: Readonly<Record<string, string>> = {
  security: "var(--chart-4)",
  compliance: "var(--chart-1)",
  performance: "var(--chart-6)",
  reliability: "var(--chart-3)",
  availability: "var(--chart-5)",
  cost: "var(--chart-2)",
};

function countBy<Row>(rows: readonly Row[], nameOf: (row: Row) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + 1);
  return counts;
}

/** Counts the rows by severity, the most severe first. */
export const bySeverity = (rows: readonly { severity: string }[]): Share[] =>
  [...countBy(rows, ({ severity }) => severity)]
    .toSorted(([a], [b]) => severityOrder.indexOf(a) - severityOrder.indexOf(b))
    .map(([name, count]) => ({ name, count, colour: severityColours[name] ?? "var(--unknown)" }));

/** Counts the rows by type, the most frequent first. */
export const byType = (rows: readonly ReportFinding[]): Share[] =>
  [...countBy(rows, ({ type }) => type)]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count], index) => ({ name, count, colour: typeColours[name] ?? `var(--chart-${(index % 6) + 1})` }));

const endedStatuses: ReadonlySet<string> = new Set(["resolved", "closed", "cancelled"]);
export const isOpenIncident = ({ status }: ReportIncident) => !endedStatuses.has(status);

const millisOf = ({ date, resolvedDate }: ReportIncident) =>
  resolvedDate === undefined ? undefined : Math.max(0, Date.parse(resolvedDate) - Date.parse(date));

/** The mean time from the start to the resolution of resolved incidents; undefined if none is resolved. */
export function averageResolution(incidents: readonly ReportIncident[]): string | undefined {
  const times = incidents.flatMap((incident) => millisOf(incident) ?? []);
  if (times.length === 0) return undefined;
  return printHours(times.reduce((sum, time) => sum + time, 0) / times.length);
}

export function durationOf(incident: ReportIncident): string {
  const millis = millisOf(incident);
  return millis === undefined ? "" : printHours(millis);
}

/** "2d 3h", "5h", "40m". */
function printHours(millis: number): string {
  const [days, hours] = [Math.floor(millis / DAY), Math.floor((millis % DAY) / HOUR)];
  if (days > 0) return hours > 0 ? `${days}d ${hours}h` : `${days}d`;
  return hours > 0 ? `${hours}h` : `${Math.round(millis / 60_000)}m`;
}

/** The number in a size such as "12.5 GB"; undefined if the source did not report the size. */
export const gigabytesOf = ({ size }: Pick<ReportBackup, "size">): number | undefined =>
  size === "" ? undefined : Number.parseFloat(size);

export interface BackupFigures {
  averageSize: string | undefined;
  /** The percentage of backups that succeeded in the last year, of all backups that ended. */
  successRate: number | undefined;
  /** The time of the last backup that succeeded. */
  last: string | undefined;
}

export function backupFigures({ backups, backupDays }: Pick<Report, "backups" | "backupDays">): BackupFigures {
  const sizes = backups.flatMap((backup) => gigabytesOf(backup) ?? []);
  const average = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  const succeeded = backupDays.reduce((sum, day) => sum + day.succeeded, 0);
  const ended = succeeded + backupDays.reduce((sum, day) => sum + day.failed, 0);
  return {
    averageSize: sizes.length === 0 ? undefined : `${Number(average.toPrecision(3))} GB`,
    successRate: ended === 0 ? undefined : Math.round((1000 * succeeded) / ended) / 10,
    last: backups.find(({ status }) => status === "Successful" || status === "Completed")?.date,
  };
}

export type DayState = "good" | "partial" | "bad" | "none";

export interface CalendarDay {
  /** The day in UTC, such as 2026-11-18. */
  day: string;
  state: DayState;
  succeeded: number;
  failed: number;
}

/**
 * The backup days of one database in the year before the report. The first day is a Sunday, so that all weeks are
 * complete.
 */
export function calendarOf(report: Pick<Report, "backupDays" | "generatedAt">, database: string): CalendarDay[] {
  const known = new Map(report.backupDays.filter((one) => one.database === database).map((one) => [one.day, one]));
  const last = Date.parse(`${report.generatedAt.slice(0, 10)}T00:00:00Z`);
  const first = last - 364 * DAY;
  const start = first - new Date(first).getUTCDay() * DAY;
  return Array.from({ length: Math.round((last - start) / DAY) + 1 }, (_, index) => {
    const day = new Date(start + index * DAY).toISOString().slice(0, 10);
    const { succeeded = 0, failed = 0 } = known.get(day) ?? {};
    return { day, succeeded, failed, state: stateOf(succeeded, failed) };
  });
}

function stateOf(succeeded: number, failed: number): DayState {
  if (succeeded + failed === 0) return "none";
  if (failed === 0) return "good";
  return succeeded >= failed ? "partial" : "bad";
}

/** The databases with ended backups, in the order of the report. */
export const databasesOf = ({ backupDays }: Pick<Report, "backupDays">): string[] => [
  ...new Set(backupDays.map(({ database }) => database)),
];
