import { useQuery } from "@tanstack/react-query";
import { SeverityBadge } from "#console/widgets/badge/Badges.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { incidentPath } from "../parts/incident-path.ts";
import { StatusTag, TypeLabel } from "../parts/IncidentBadges.tsx";
import { incidentsByConfig, type LinkedIncident } from "./incidents-by-resource.ts";

const columns: readonly Column<LinkedIncident>[] = [
  {
    id: "incident_id",
    title: "Id",
    isName: true,
    width: 96,
    cell: ({ incident_id }) => <span className="font-mono text-meta">{incident_id}</span>,
  },
  {
    id: "title",
    title: "Name",
    minWidth: 200,
    narrow: "name",
    cell: ({ title }) => <Truncated text={title} cut="end" />,
  },
  { id: "type", title: "Type", width: 144, cell: ({ type }) => <TypeLabel type={type} /> },
  { id: "severity", title: "Severity", width: 112, cell: ({ severity }) => <SeverityBadge severity={severity} /> },
  { id: "status", title: "Status", width: 120, narrow: "status", cell: ({ status }) => <StatusTag status={status} /> },
  { id: "created_at", title: "Age", width: 176, isTime: true, cell: ({ created_at }) => <RowAge since={created_at} /> },
];

/** The incidents that a catalog item is evidence of. */
export function IncidentsOfConfig({ id }: { id: string }) {
  const found = useQuery(incidentsByConfig(id));
  return (
    <DataTable
      id="config.incidents"
      caption="Incidents"
      columns={columns}
      rows={found}
      keyOf={keyOfIncident}
      view={useTableView()}
      hrefOf={(incident) => incidentPath(incident.id)}
      empty="No incidents"
      emptyIcon="siren"
      emptyDetail="This item is not evidence of an incident. Link it to one with the button above."
    />
  );
}

const keyOfIncident = ({ id }: LinkedIncident) => id;
