import { Status } from "#console/widgets/badge/Badges.tsx";
import type { Report, ReportBackup } from "../../contract.ts";
import { BackupCalendar } from "./BackupCalendar.tsx";
import { Figures, SubTitle } from "./Part.tsx";
import { backupFigures, databasesOf, gigabytesOf } from "./report-figures.ts";
import { type ReportColumn, ReportTable } from "./ReportTable.tsx";
import { RowLink } from "./RowLink.tsx";
import { When } from "./When.tsx";

type Restore = Report["restores"][number];

const idOf = ({ id }: { id: string }) => id;

const backupColumns: readonly ReportColumn<ReportBackup>[] = [
  {
    title: "Database",
    value: ({ database }) => database,
    cell: ({ config }) => <RowLink kind="config" id={config.id} name={config.name} />,
  },
  { title: "Date", value: ({ date }) => date, cell: ({ date }) => <When at={date} />, isShort: true },
  { title: "Size", value: gigabytesOf, cell: ({ size }) => size || "–", align: "right", isShort: true },
  { title: "Status", value: ({ status }) => status, cell: ({ status }) => <Status status={status} />, isShort: true },
  { title: "Source", value: ({ source }) => source },
  { title: "Error", value: ({ error }) => error, isWide: true },
];

/** Backups of the last year, with a calendar per database. */
export function Backups({ report }: { report: Report }) {
  const { averageSize, successRate, last } = backupFigures(report);
  const databases = databasesOf(report);
  return (
    <>
      <Figures
        figures={[
          ["Average Backup Size", averageSize],
          ["Backup Success Rate", successRate === undefined ? undefined : `${successRate}%`],
          ["Last Backup", last === undefined ? undefined : <When key="last" at={last} />],
        ]}
      />
      {databases.length > 0 && <SubTitle>Backup Activity Calendar</SubTitle>}
      {databases.map((database) => (
        <BackupCalendar key={database} report={report} database={database} />
      ))}
      <ReportTable caption="Recent backups" columns={backupColumns} rows={report.backups} keyOf={idOf} />
    </>
  );
}

const restoreColumns: readonly ReportColumn<Restore>[] = [
  {
    title: "Database",
    value: ({ database }) => database,
    cell: ({ config }) => <RowLink kind="config" id={config.id} name={config.name} />,
  },
  { title: "Date", value: ({ date }) => date, cell: ({ date }) => <When at={date} />, isShort: true },
  { title: "Source", value: ({ source }) => source, isWide: true },
  { title: "Status", value: ({ status }) => status, cell: ({ status }) => <Status status={status} />, isShort: true },
  {
    title: "Completed Date",
    value: ({ completedDate }) => completedDate,
    cell: ({ completedDate }) => <When at={completedDate} />,
    isShort: true,
  },
];

export const Restores = ({ restores }: { restores: Report["restores"] }) => (
  <ReportTable caption="Recent restores" columns={restoreColumns} rows={restores} keyOf={idOf} />
);
