import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Count } from "#console/widgets/tabs/tab-look.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import type { MyIncident } from "../../contract/model.ts";
import { StatusTag } from "../parts/IncidentBadges.tsx";
import { incidentPath } from "../parts/incident-path.ts";
import { useMyIncidents } from "./my-incidents.ts";

const roles: Readonly<Record<MyIncident["role"], string>> = {
  commander: "You are the commander",
  communicator: "You are the communicator",
  responder: "You are a responder",
  mentioned: "You are mentioned",
};

/** Above the notifications: the open incidents that concern this person. */
export function IncidentsOfPerson() {
  const incidents = useMyIncidents();
  if (incidents.length === 0) return null;
  return (
    <section aria-label="Your Open Incidents" className="mx-4 mt-4 rounded-md border border-line bg-surface">
      <h2 className="flex items-center gap-2 px-3 pt-2 font-medium">
        Your Open Incidents
        <Count of={incidents.length} />
      </h2>
      <ul className="flex max-h-48 flex-col overflow-y-auto py-1">
        {incidents.map(({ id, incident_id: number, title, status, role, created_at: since }) => (
          <li key={id}>
            <AddressLink
              href={incidentPath(id)}
              className="flex min-h-control flex-wrap items-center gap-2 px-3 py-1 hover:bg-hover max-shell:gap-y-0 max-shell:py-2"
            >
              <Icon name="siren" size={14} className="shrink-0 text-muted" />
              <span className="shell:min-w-14 shrink-0 font-mono text-meta text-muted">{number}</span>
              <span className="min-w-0 flex-1 max-shell:line-clamp-2 shell:truncate">{title}</span>
              {/* As wide as the longest texts, so that the rows are aligned. */}
              <span className="flex w-24 shrink-0 max-shell:w-auto">
                <StatusTag status={status} />
              </span>
              <span className="w-52 shrink-0 text-meta text-muted max-shell:w-full max-shell:pl-5.5">
                {roles[role]}, <RowAge since={since} />
              </span>
            </AddressLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
