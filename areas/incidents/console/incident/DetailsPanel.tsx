import { type ReactNode, useState } from "react";
import { useActor } from "#console/access/access.ts";
import { usePreference } from "#console/preference.ts";
import { dateFormat, useTimeZone } from "#console/preferences/preferences.ts";
import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { SelectField } from "#console/widgets/form/fields/SelectField.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { later } from "#console/widgets/later.ts";
import { CopyIcon } from "#console/widgets/CopyIcon.tsx";
import { SidePanel } from "#console/widgets/side-panel/SidePanel.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import { Markdown } from "#console/widgets/text/Formatted.tsx";
import { Elapsed, Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { PersonName } from "#console/widgets/PersonName.tsx";
import { printZone } from "#lib/time/dates.ts";
import { type IncidentStatus, incidentTypes, severityOptions, typeOf, workflow } from "../parts/incident-words.ts";
import { changeIncident, useIncidentWrite } from "../parts/incident-writes.ts";
import { type Incident, timesOf } from "../parts/incident-query.ts";

// The person picker is large and rarely used, so it is loaded on demand.
const usePersonField = later(
  "The choice of people",
  async () => (await import("#console/widgets/form/fields/PeopleFields.tsx")).PersonField,
);

interface DetailsPanelProps {
  incident: Incident;
  chooseStatus: (status: IncidentStatus) => void;
}

/** The fields of an incident. Fields that the person may change are shown as pickers. */
export function DetailsPanel({ incident, chooseStatus }: DetailsPanelProps) {
  const mayWrite = useActor().can("write", "incident");
  const write = useIncidentWrite();
  const timeZone = useTimeZone();
  const format = usePreference(dateFormat);
  const { id, severity, status, commander, communicator, created_by: author, rule } = incident;
  const { end } = timesOf(incident);
  const type = typeOf(incident.type)?.value;
  const change = (changes: Parameters<typeof changeIncident>[1]) =>
    void write(() => changeIncident(id, changes), { failed: "The change was not saved" });
  const isReadOnly = !mayWrite;
  return (
    <SidePanel value="details" title="Details" icon="siren">
      <div className="flex flex-col gap-3">
        {incident.description !== "" && <Markdown text={incident.description} className="wrap-anywhere" />}
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
          <Row name="Id">
            <span className="font-mono text-meta">{incident.incident_id}</span>
            <CopyIcon text={incident.incident_id} label="Copy id" />
          </Row>
          <Row name="Started">
            <Timestamp at={incident.created_at} />
            {format === "timestamp" && (
              <span className="text-meta text-muted">{printZone(timeZone, Date.parse(incident.created_at))}</span>
            )}
          </Row>
          <Row name="Duration">
            {end ? <Age since={incident.created_at} to={end} /> : <Elapsed since={incident.created_at} />}
          </Row>
          <Row name="Commander">
            <Commander
              person={commander}
              change={mayWrite ? (personId) => change({ commander_id: personId ?? null }) : undefined}
            />
          </Row>
          <Row name="Created by">{author ? <PersonName person={author} /> : "Unknown"}</Row>
          {communicator && (
            <Row name="Communicator">
              <PersonName person={communicator} />
            </Row>
          )}
          {rule && (
            <Row name="Rule">
              <ResourceLink kind="incident_rule" id={rule.id} name={rule.name} />
            </Row>
          )}
        </dl>
        <SelectField<IncidentStatus>
          label="Status"
          options={workflow(status)}
          value={status}
          onChange={(next) => next && chooseStatus(next)}
          isReadOnly={isReadOnly}
          isRequired={mayWrite}
        />
        <SelectField
          label="Severity"
          options={severityOptions}
          value={severity}
          onChange={(next) => next && change({ severity: next, ...(type && { type }) })}
          isReadOnly={isReadOnly}
          isRequired={mayWrite}
        />
        <SelectField
          label="Type"
          options={incidentTypes}
          value={type}
          onChange={(next) => next && change({ severity, type: next })}
          isReadOnly={isReadOnly}
          isRequired={mayWrite}
        />
      </div>
    </SidePanel>
  );
}

interface CommanderProps {
  person: Incident["commander"];
  change: ((personId: string | undefined) => void) | undefined;
}

/** The commander, and a picker for people who may change it. */
function Commander({ person, change }: CommanderProps) {
  const [isEdited, setEdited] = useState(false);
  const PersonField = usePersonField(isEdited, () => setEdited(false));
  if (isEdited && PersonField && change)
    return (
      <div className="min-w-0 flex-1">
        <PersonField
          label="Commander"
          isLabelHidden
          value={person?.id}
          onChange={(next) => {
            setEdited(false);
            change(next);
          }}
        />
      </div>
    );
  return (
    <>
      {person ? <PersonName person={person} /> : <span className="text-muted">None</span>}
      {change && <IconButton icon="pencil" label="Change commander" size="small" onClick={() => setEdited(true)} />}
    </>
  );
}

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="flex min-h-6 items-center text-muted">{name}</dt>
    <dd className="flex min-h-6 min-w-0 items-center gap-1.5">{children}</dd>
  </>
);
