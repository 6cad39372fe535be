// Prints a report as one HTML file for reading and printing offline. Its content security policy forbids all requests
// and scripts.
import { escapeHtml as escape } from "#areas/notifications/server/index.ts";
import { printMinute } from "#lib/time/dates.ts";
import type { Report, ReportSection } from "../../contract.ts";

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const style = `
  :root { color-scheme: light; font: 14px/1.5 system-ui, sans-serif; }
  body { max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
  h2 { margin: 2rem 0 .5rem; break-after: avoid; }
  table { border-collapse: collapse; width: 100%; font-size: 12px; }
  th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border-bottom: 1px solid #ccc; overflow-wrap: anywhere; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  .note { color: #555; }
  @page { size: A4 landscape; margin: 12mm; }`;

type Cell = string | number | null | undefined;

const time = (text: string | undefined) => (text === undefined ? "" : `${printMinute(Date.parse(text), "UTC")} UTC`);

function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = (tag: "th" | "td", values: readonly Cell[]) =>
    values.map((value) => `<${tag}>${escape(String(value ?? ""))}</${tag}>`).join("");
  return `<table><thead><tr>${cells("th", heads)}</tr></thead><tbody>${rows
    .map((row) => `<tr>${cells("td", row)}</tr>`)
    .join("")}</tbody></table>`;
}

const part = (title: string, content: string) => `<section><h2>${escape(title)}</h2>${content}</section>`;
const listed = (title: string, heads: readonly string[], rows: readonly (readonly Cell[])[]) =>
  rows.length === 0 ? "" : part(title, table(heads, rows));

function figures(report: Report): string {
  const { monitoring, version, cost } = report;
  return [
    monitoring &&
      part(
        "Monitoring",
        table(
          ["Checks", "Alerts in 30 days", "Uptime in 30 days"],
          [
            [
              monitoring.alertsConfigured,
              monitoring.alertsFired,
              monitoring.uptime === undefined ? "" : `${monitoring.uptime}%`,
            ],
          ],
        ) +
          table(
            ["Check", "Type", "Status", "Uptime"],
            monitoring.checks.map(({ name, type, status, uptime }) => [
              name,
              type,
              status,
              uptime === undefined ? "" : `${uptime}%`,
            ]),
          ),
      ),
    version && listed("Version Information", Object.keys(version), [Object.values(version)]),
    cost && listed("Cost", ["Last day", "Last 30 days", "Year (projected)"], [[cost.daily, cost.monthly, cost.annual]]),
  ]
    .filter(Boolean)
    .join("\n");
}

interface Panel {
  name: string;
  rows: readonly Readonly<Record<string, unknown>>[];
}

/** The file contains no charts. It shows the rows of panels as tables. */
const maxPanelRows = 100;

const print = (value: unknown) =>
  value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);

function panel({ name, rows }: Panel): string {
  const heads = Object.keys(rows[0] ?? {});
  const shown = rows.slice(0, maxPanelRows).map((row) => heads.map((head) => print(row[head])));
  const rest = rows.length > maxPanelRows ? `<p class="note">Only the first ${maxPanelRows} rows are shown.</p>` : "";
  return `<h3>${escape(name)}</h3>${table(heads, shown)}${rest}`;
}

/** Prints the panels and the table of a view. */
function section({ title, result, error }: ReportSection): string {
  if (error !== undefined) return part(title, `<p class="note">${escape(error)}</p>`);
  const {
    columns = [],
    rows = [],
    panels = [],
  } = result as {
    columns?: { name: string; type?: string; hidden?: boolean }[];
    rows?: unknown[][];
    panels?: Panel[];
  };
  const shown = columns.flatMap(({ name, type, hidden }, index) =>
    hidden || type === "row_attributes" ? [] : [{ name, index }],
  );
  const cells = rows.map((row) => shown.map(({ index }) => print(row[index])));
  const heads = shown.map(({ name }) => name);
  return part(title, [...panels.map(panel), ...(heads.length > 0 ? [table(heads, cells)] : [])].join(""));
}

export function printHtml(report: Report): string {
  const { accessControl: access } = report;
  const title = `${report.name}: audit report`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escape(title)}</h1>
<p class="note">${escape(`${report.namespace}/${report.name}, generated ${time(report.generatedAt)}. It contains only what its author may read.`)}</p>
<p>${escape(report.description)}</p>
${[
  listed(
    "Application Details",
    ["Property", "Value"],
    report.properties.map(({ label, name, text, value, unit }) => [
      label ?? name,
      [text ?? value, unit].filter((one) => one !== undefined).join(" "),
    ]),
  ),
  listed(
    "Users & Roles",
    ["Name", "Email", "Role", "Created", "Last Login", "Last Access Review"],
    access.users.map((user) => [
      user.name,
      user.email,
      user.role,
      time(user.created),
      time(user.lastLogin),
      time(user.lastAccessReview),
    ]),
  ),
  listed(
    "Authentication Methods",
    ["Name", "Type", "Provider", "MFA", "Password Expiry", "Password Strength"],
    access.authentication.map((one) => [
      one.name,
      one.type,
      one.provider,
      [one.mfa?.type, one.mfa?.enforced === true ? "enforced" : one.mfa?.enforced || undefined]
        .filter(Boolean)
        .join(", "),
      one.passwordPolicy?.expiry,
      one.passwordPolicy?.strength,
    ]),
  ),
  listed(
    "Changes",
    ["Date", "Config Item", "User", "Description", "Status"],
    report.changes.map((one) => [time(one.date), one.config.name, one.user, one.description, one.status]),
  ),
  listed(
    "Incidents",
    ["Incident", "Date", "Severity", "Description", "Status", "Resolved Date"],
    report.incidents.map((one) => [
      one.number,
      time(one.date),
      one.severity,
      one.description,
      one.status,
      time(one.resolvedDate),
    ]),
  ),
  listed(
    "Recent Backups",
    ["Database", "Date", "Size", "Status", "Source", "Error"],
    report.backups.map((one) => [one.database, time(one.date), one.size, one.status, one.source, one.error]),
  ),
  listed(
    "Recent Restores",
    ["Database", "Date", "Source", "Status", "Completed Date"],
    report.restores.map((one) => [one.database, time(one.date), one.source, one.status, time(one.completedDate)]),
  ),
  listed(
    "Security Findings",
    ["Type", "Severity", "Title", "Description", "First Observed", "Last Observed", "Status"],
    report.findings.map((one) => [
      one.type,
      one.severity,
      one.title,
      one.description,
      time(one.date),
      time(one.lastObserved),
      one.status,
    ]),
  ),
  figures(report),
  ...report.sections.map(section),
  listed(
    "Locations",
    ["Environment", "Purpose", "Provider", "Account", "Name", "Region", "Resources"],
    report.locations.map((one) => [
      one.type,
      one.purpose,
      one.provider,
      one.account,
      one.name,
      one.region,
      one.resourceCount,
    ]),
  ),
  listed(
    "Left out",
    ["Section", "Reason"],
    report.omitted.map(({ section: name, reason }) => [name, reason]),
  ),
].join("\n")}
</body>
</html>
`;
}
