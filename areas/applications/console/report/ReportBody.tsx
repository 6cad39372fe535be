import type { ReactNode } from "react";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { printMinute } from "#lib/time/dates.ts";
import type { Report } from "../../contract.ts";
import { Backups, Restores } from "./Backups.tsx";
import { Changes, Findings, Incidents, Monitoring } from "./Operations.tsx";
import { Part } from "./Part.tsx";
import { People } from "./People.tsx";
import { Cost, Details, Locations, VersionInformation } from "./Places.tsx";
import { ViewSection } from "./ViewSection.tsx";

interface ShownPart {
  id: string;
  title: string;
  note?: string | undefined;
  content: ReactNode;
}

/** Shows the sections of the report in a fixed order. Sections without data are left out. */
export function ReportBody({ report, isPaper }: { report: Report; isPaper: boolean }) {
  const timeZone = useTimeZone();
  const parts = partsOf(report);
  return (
    <article
      {...(isPaper && { "data-paper": "" })}
      className="mx-auto max-w-[90rem] p-4 data-paper:max-w-[277mm] data-paper:bg-surface data-paper:text-text print:max-w-none print:p-0"
    >
      <header className="mb-6">
        {/* The page header shows the name, except on small screens and on paper. */}
        <p className="text-display font-semibold wrap-anywhere shell:hidden paper:block paper:text-[1.5rem] paper:leading-8">
          {report.name}
        </p>
        <p className="text-muted">
          Audit report, generated {printMinute(Date.parse(report.generatedAt), timeZone)} ({timeZone})
        </p>
        <Omitted omitted={report.omitted} />
      </header>
      <nav
        aria-label="Sections"
        // A phone shows one row that scrolls, so that the report begins on the first screen.
        className="mb-6 flex flex-wrap gap-x-4 gap-y-1 max-shell:flex-nowrap max-shell:overflow-x-auto max-shell:whitespace-nowrap paper:hidden"
      >
        {parts.map(({ id, title }) => (
          <a key={id} href={`#${id}`} className="inline-flex min-h-touch items-center text-link hover:underline">
            {title}
          </a>
        ))}
      </nav>
      <div className="flex flex-col gap-8 print:block print:[&>section]:mb-6">
        {parts.map(({ id, title, note, content }) => (
          <Part key={id} id={id} title={title} note={note}>
            {content}
          </Part>
        ))}
      </div>
      {parts.length === 1 && (
        <p className="mt-8 text-muted">
          The report has no other data about this application. Its mapping selects the config items for the report.
        </p>
      )}
    </article>
  );
}

/** Lists the missing parts of the report, and the reasons. */
function Omitted({ omitted }: { omitted: Report["omitted"] }) {
  if (omitted.length === 0) return null;
  return (
    <div role="note" className="mt-3 flex gap-2 rounded-md border border-line bg-surface p-3 break-inside-avoid">
      <Icon name="triangle-alert" className="mt-0.5 text-warning" />
      <div className="min-w-0">
        <p className="font-medium">This report is not complete</p>
        <ul>
          {omitted.map(({ section, reason }) => (
            <li key={section + reason} className="wrap-anywhere">
              <span className="text-muted">{section}:</span> {reason}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const period = "Last 12 months";

function partsOf(report: Report): ShownPart[] {
  const { accessControl: access, monitoring, cost } = report;
  const parts: (ShownPart | false | undefined)[] = [
    { id: "details", title: "Application Details", content: <Details report={report} /> },
    access.users.length + access.authentication.length > 0 && {
      id: "people",
      title: "Users & Roles",
      content: <People access={access} />,
    },
    report.changes.length > 0 && {
      id: "changes",
      title: "Changes",
      note: period,
      content: <Changes changes={report.changes} />,
    },
    report.incidents.length > 0 && {
      id: "incidents",
      title: "Incidents",
      note: period,
      content: <Incidents incidents={report.incidents} />,
    },
    report.backups.length > 0 && {
      id: "backups",
      title: "Recent Backups",
      note: period,
      content: <Backups report={report} />,
    },
    report.restores.length > 0 && {
      id: "restores",
      title: "Recent Restores",
      note: period,
      content: <Restores restores={report.restores} />,
    },
    report.findings.length > 0 && {
      id: "findings",
      title: "Security Findings",
      content: <Findings findings={report.findings} />,
    },
    monitoring && { id: "monitoring", title: "Monitoring", content: <Monitoring monitoring={monitoring} /> },
    (report.version !== undefined || report.repositories.length > 0) && {
      id: "version",
      title: "Version Information",
      content: <VersionInformation report={report} />,
    },
    ...report.sections.map((section, index) => ({
      id: `section-${index + 1}`,
      title: section.title,
      content: <ViewSection section={section} />,
    })),
    report.locations.length > 0 && {
      id: "locations",
      title: "Locations",
      content: <Locations locations={report.locations} />,
    },
    cost && {
      id: "cost",
      title: "Cost",
      note: "Total cost of the config items",
      content: <Cost cost={cost} />,
    },
  ];
  return parts.filter((part): part is ShownPart => Boolean(part));
}
