// The report sections for changes, incidents, findings and monitoring.
import { SeverityBadge, Status } from "#console/widgets/badge/Badges.tsx";
import { Icon, type IconName } from "#console/widgets/Icon.tsx";
import { capitalise } from "#lib/text/words.ts";
import type { Report, ReportChange, ReportFinding, ReportIncident } from "../../contract.ts";
import { Figures } from "./Part.tsx";
import { averageResolution, bySeverity, byType, durationOf, isOpenIncident } from "./report-figures.ts";
import { type ReportColumn, ReportTable } from "./ReportTable.tsx";
import { Shares } from "./Shares.tsx";
import { RowLink } from "./RowLink.tsx";
import { When } from "./When.tsx";

type Check = NonNullable<Report["monitoring"]>["checks"][number];

const idOf = ({ id }: { id: string }) => id;

const changeColumns: readonly ReportColumn<ReportChange>[] = [
  { title: "Date", value: ({ date }) => date, cell: ({ date }) => <When at={date} />, isShort: true },
  {
    title: "Config Item",
    value: ({ config }) => config.name,
    cell: ({ config }) => <RowLink kind="config" id={config.id} name={config.name} />,
  },
  { title: "Change", value: ({ type }) => type, isShort: true },
  { title: "User", value: ({ user }) => user },
  { title: "Description", value: ({ description }) => description, isWide: true },
  { title: "Status", value: ({ status }) => status, cell: ({ status }) => <Status status={status} />, isShort: true },
];

export const Changes = ({ changes }: { changes: Report["changes"] }) => (
  <ReportTable caption="Changes" columns={changeColumns} rows={changes} keyOf={idOf} />
);

const incidentColumns: readonly ReportColumn<ReportIncident>[] = [
  {
    title: "Incident",
    value: ({ number }) => number,
    cell: ({ id, number }) => <RowLink kind="incident" id={id} name={number} />,
    isShort: true,
  },
  { title: "Date", value: ({ date }) => date, cell: ({ date }) => <When at={date} />, isShort: true },
  {
    title: "Severity",
    value: ({ severity }) => severity,
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
    isShort: true,
  },
  { title: "Description", value: ({ description }) => description, isWide: true },
  { title: "Status", value: ({ status }) => status, cell: ({ status }) => <Status status={status} />, isShort: true },
  { title: "Duration", value: durationOf, align: "right", isShort: true },
  {
    title: "Resolved Date",
    value: ({ resolvedDate }) => resolvedDate,
    cell: ({ resolvedDate }) => <When at={resolvedDate} />,
    isShort: true,
  },
];

export function Incidents({ incidents }: { incidents: Report["incidents"] }) {
  const open = incidents.filter(isOpenIncident);
  return (
    <>
      <Figures
        figures={[
          ["Incidents in 12 months", incidents.length],
          ["Open Incidents", open.length],
          ["Average Resolution Time", averageResolution(incidents)],
        ]}
      />
      <div className="mb-3 flex gap-3 max-shell:flex-col">
        {open.length > 0 && <Shares title="Open Incidents by Severity" shares={bySeverity(open)} />}
        <Shares title="All Incidents by Severity" shares={bySeverity(incidents)} />
      </div>
      <ReportTable caption="Incidents" columns={incidentColumns} rows={incidents} keyOf={idOf} />
    </>
  );
}

const typeIcons: Readonly<Record<string, IconName>> = {
  security: "shield-check",
  compliance: "list-checks",
  performance: "trending-up",
  reliability: "heart-pulse",
  availability: "heart-pulse",
};

const findingColumns: readonly ReportColumn<ReportFinding>[] = [
  {
    title: "Type",
    value: ({ type }) => type,
    cell: ({ type }) => (
      <span className="inline-flex items-center gap-1.5">
        <Icon name={typeIcons[type] ?? "lightbulb"} size={14} className="text-muted" />
        {capitalise(type.replaceAll("_", " "))}
      </span>
    ),
    isShort: true,
  },
  {
    title: "Severity",
    value: ({ severity }) => severity,
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
    isShort: true,
  },
  {
    title: "Title",
    value: ({ title }) => title,
    cell: ({ title, config }) => (
      <>
        <span className="font-medium">{title}</span>
        <br />
        <RowLink kind="config" id={config.id} name={config.name} />
      </>
    ),
    isWide: true,
  },
  { title: "Description", value: ({ description }) => description, isWide: true },
  { title: "First Observed", value: ({ date }) => date, cell: ({ date }) => <When at={date} />, isShort: true },
  {
    title: "Last Observed",
    value: ({ lastObserved }) => lastObserved,
    cell: ({ lastObserved }) => <When at={lastObserved} />,
    isShort: true,
  },
  { title: "Status", value: ({ status }) => status, cell: ({ status }) => capitalise(status), isShort: true },
];

export const Findings = ({ findings }: { findings: Report["findings"] }) => (
  <>
    <div className="mb-3 flex gap-3 max-shell:flex-col">
      <Shares title="Findings by Type" shares={byType(findings)} />
      <Shares title="Findings by Severity" shares={bySeverity(findings)} />
    </div>
    <ReportTable caption="Security findings" columns={findingColumns} rows={findings} keyOf={idOf} />
  </>
);

const percent = (value: number | undefined) => (value === undefined ? undefined : `${value}%`);

const checkColumns: readonly ReportColumn<Check>[] = [
  {
    title: "Check",
    value: ({ name }) => name,
    cell: ({ id, name }) => <RowLink kind="check" id={id} name={name} />,
    isWide: true,
  },
  { title: "Type", value: ({ type }) => type, isShort: true },
  { title: "Status", value: ({ status }) => status, cell: ({ status }) => <Status status={status} />, isShort: true },
  { title: "Uptime", value: ({ uptime }) => uptime, cell: ({ uptime }) => percent(uptime) ?? "–", align: "right" },
];

export const Monitoring = ({ monitoring }: { monitoring: NonNullable<Report["monitoring"]> }) => (
  <>
    <Figures
      figures={[
        ["Alerts Configured", monitoring.alertsConfigured],
        ["Alerts Fired in 30 days", monitoring.alertsFired],
        ["Uptime in 30 days", percent(monitoring.uptime)],
        ["Apdex Score", monitoring.apdex],
      ]}
    />
    <ReportTable caption="Checks" columns={checkColumns} rows={monitoring.checks} keyOf={idOf} />
  </>
);
