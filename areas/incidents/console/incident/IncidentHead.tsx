import type { ReactNode } from "react";
import { useActor } from "#console/access/access.ts";
import { Slot } from "#console/shell/Slot.tsx";
import { SeverityBadge } from "#console/widgets/badge/Badges.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Menu } from "#console/widgets/menu/Menu.tsx";
import { PersonName } from "#console/widgets/PersonName.tsx";
import { Duration } from "#console/widgets/time/Duration.tsx";
import { Elapsed } from "#console/widgets/time/Timestamp.tsx";
import { exportHtml, exportZip } from "../../contract/afterwards.ts";
import { fillPath } from "#language/call.ts";
import { StatusTag, TypeLabel } from "../parts/IncidentBadges.tsx";
import { type IncidentStatus, workflow } from "../parts/incident-words.ts";
import { type Incident, timesOf } from "../parts/incident-query.ts";
import { TitleLine } from "./TitleLine.tsx";

interface IncidentHeadProps {
  incident: Incident;
  chooseStatus: (status: IncidentStatus) => void;
  /** The button that shows and hides the panels. */
  toggle: ReactNode;
}

/** The title, status and times of an incident. */
export function IncidentHead({ incident, chooseStatus, toggle }: IncidentHeadProps) {
  const { status, severity, type, commander, created_at } = incident;
  const { acknowledge, resolve, end } = timesOf(incident);
  const whole = (millis: number) => Math.max(1000, Math.round(millis / 1000) * 1000);
  return (
    <div className="flex shrink-0 flex-col gap-1 border-b border-line px-4 py-3">
      <div className="flex min-w-0 items-start gap-2">
        <div className="min-w-0 flex-1">
          <TitleLine incident={incident} />
        </div>
        <Slot name="incident.actions" of={{ id: incident.id, start: created_at, end: end ?? undefined }} />
        <Menu
          label="Export"
          align="end"
          items={[
            {
              type: "outside",
              label: "One HTML file",
              href: fillPath(exportHtml.path, { id: incident.id }),
              icon: "file",
            },
            {
              type: "outside",
              label: "Snapshot (zip)",
              href: fillPath(exportZip.path, { id: incident.id }),
              icon: "download",
            },
          ]}
          className="inline-flex h-control shrink-0 items-center gap-2 rounded-md border border-line bg-surface px-3 font-medium hover:bg-hover aria-expanded:bg-hover max-shell:w-control max-shell:justify-center max-shell:border-transparent max-shell:bg-transparent max-shell:px-0"
        >
          <Icon name="download" size={14} />
          <span className="max-shell:hidden">Export</span>
        </Menu>
        {toggle}
      </div>
      <dl className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-1">
        <Fact name="Status">
          <StatusMenu status={status} choose={chooseStatus} />
        </Fact>
        <Fact name="Severity">
          <SeverityBadge severity={severity} />
        </Fact>
        <Fact name="Type">
          <TypeLabel type={type} />
        </Fact>
        <Fact name="Commander">
          {commander ? <PersonName person={commander} /> : <span className="text-muted">None</span>}
        </Fact>
        <Fact name="Started">
          <span>
            <Elapsed since={created_at} /> ago
          </span>
        </Fact>
        <Fact name="Time to acknowledge">
          {acknowledge === undefined ? (
            <span className="text-muted">Not yet</span>
          ) : (
            <Duration millis={whole(acknowledge)} />
          )}
        </Fact>
        <Fact name="Time to resolve">
          {resolve === undefined ? <span className="text-muted">Not yet</span> : <Duration millis={whole(resolve)} />}
        </Fact>
      </dl>
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-h-6 min-w-0 items-center gap-1.5">
    <dt className="shrink-0 text-meta text-muted">{name}</dt>
    <dd className="flex min-w-0 items-center">{children}</dd>
  </div>
);

/** The current status, with a menu of the next possible statuses. */
function StatusMenu({ status, choose }: { status: IncidentStatus; choose: (status: IncidentStatus) => void }) {
  const mayWrite = useActor().can("write", "incident");
  if (!mayWrite) return <StatusTag status={status} />;
  return (
    <Menu
      label={`Status: ${status}`}
      align="start"
      items={[
        {
          type: "choice",
          label: "Status",
          value: status,
          options: workflow(status),
          choose: (next) => choose(next as IncidentStatus),
        },
      ]}
      className="inline-flex h-6 touch-area items-center gap-1 rounded-sm pr-1 hover:bg-hover aria-expanded:bg-hover"
    >
      <StatusTag status={status} />
      <Icon name="chevron-down" size={14} className="text-muted" />
    </Menu>
  );
}
