// Prints a report as one CSV file: a row for each user, change, incident, backup, restore, finding, check and location.
// All rows have the same columns, so that a spreadsheet can filter the whole report. The tables of views have other
// columns, so the file only states that they are left out.
import { writeCell } from "#lib/text/csv-cell.ts";
import type { Report } from "../../contract.ts";

const header = ["section", "date", "subject", "description", "severity", "status", "user", "ended"] as const;

type CsvRow = Partial<Record<(typeof header)[number], string | null | undefined>> & { section: string };

function rowsOf(report: Report): CsvRow[] {
  const { accessControl, monitoring, version, cost } = report;
  return [
    ...report.properties.map(({ label, name, text, value }) => ({
      section: "Details",
      subject: label ?? name,
      description: text ?? (value === undefined ? undefined : String(value)),
    })),
    ...accessControl.users.map(({ name, email, role, lastLogin }) => ({
      section: "User",
      date: lastLogin,
      subject: name,
      description: role,
      user: email,
    })),
    ...accessControl.authentication.map(({ name, type, provider }) => ({
      section: "Authentication",
      subject: name,
      description: [type, provider].filter(Boolean).join(", "),
    })),
    ...report.changes.map(({ date, config, description, severity, status, user }) => ({
      section: "Change",
      date,
      subject: config.name,
      description,
      severity,
      status,
      user,
    })),
    ...report.incidents.map(({ date, number, description, severity, status, resolvedDate }) => ({
      section: "Incident",
      date,
      subject: number,
      description,
      severity,
      status,
      ended: resolvedDate,
    })),
    ...report.backups.map(({ date, database, size, error, source, status }) => ({
      section: "Backup",
      date,
      subject: database,
      description: error ?? [size, source].filter(Boolean).join(", "),
      status,
    })),
    ...report.restores.map(({ date, database, source, status, completedAt }) => ({
      section: "Restore",
      date,
      subject: database,
      description: source,
      status,
      ended: completedAt,
    })),
    ...report.findings.map(({ date, config, title, severity, status, lastObserved }) => ({
      section: "Finding",
      date,
      subject: config.name,
      description: title,
      severity,
      status,
      ended: status === "open" ? undefined : lastObserved,
    })),
    ...(monitoring?.checks ?? []).map(({ name, type, status, uptime }) => ({
      section: "Check",
      subject: name,
      description: uptime === undefined ? type : `${type}, uptime ${uptime}%`,
      status,
    })),
    ...report.locations.map(({ type, name, account, region, provider, resourceCount }) => ({
      section: "Location",
      subject: type,
      description: [provider, account, name, region, `${resourceCount} resources`].filter(Boolean).join(", "),
    })),
    ...(version ? [{ section: "Version", subject: version.number, description: version.gitTag }] : []),
    ...report.repositories.map(({ name, url }) => ({ section: "Repository", subject: name, description: url })),
    ...(cost
      ? (["daily", "monthly", "annual"] as const).map((period) => ({
          section: "Cost",
          subject: period,
          description: String(cost[period]),
        }))
      : []),
    ...report.sections.map(({ title }) => ({
      section: "Left out",
      subject: title,
      description: "The table of a view is in the HTML and JSON exports.",
    })),
    ...report.omitted.map(({ section, reason }) => ({ section: "Left out", subject: section, description: reason })),
  ];
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export function printCsv(report: Report): string {
  const lines = rowsOf(report).map((row) => header.map((column) => quoted(writeCell(row[column] ?? ""))).join(","));
  return `${[header.join(","), ...lines].join("\r\n")}\r\n`;
}
