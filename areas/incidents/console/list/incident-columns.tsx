import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { SeverityBadge } from "#console/widgets/badge/Badges.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { StatusTag, TypeLabel } from "../parts/IncidentBadges.tsx";
import { typeOf } from "../parts/incident-words.ts";
import { People } from "../parts/People.tsx";
import { type IncidentRow, resourceOf } from "./incidents-query.ts";

export const incidentColumns: readonly Column<IncidentRow>[] = [
  {
    id: "incident_id",
    title: "Id",
    isName: true,
    width: 88,
    sort: false,
    cell: ({ incident_id }) => <span className="font-mono text-meta">{incident_id}</span>,
  },
  {
    id: "type",
    title: "Type",
    width: 144,
    filter: "type",
    value: ({ type }) => typeOf(type)?.value ?? type,
    cell: ({ type }) => <TypeLabel type={type} />,
  },
  {
    id: "severity",
    title: "Severity",
    width: 104,
    sort: false,
    filter: "severity",
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    id: "status",
    title: "Status",
    width: 112,
    narrow: "status",
    filter: "status",
    cell: ({ status }) => <StatusTag status={status} />,
  },
  {
    id: "title",
    title: "Name",
    minWidth: 200,
    share: 2,
    narrow: "name",
    cell: ({ title }) => <Truncated text={title} cut="end" />,
  },
  {
    id: "resource",
    title: "Resource",
    minWidth: 128,
    sort: false,
    narrow: "line",
    value: (incident) => resourceOf(incident)?.name,
    cell: (incident) => {
      const resource = resourceOf(incident);
      return resource && <ResourceLink {...resource} />;
    },
  },
  {
    id: "created_at",
    title: "Age",
    width: 176,
    isTime: true,
    cell: ({ created_at }) => <RowAge since={created_at} />,
  },
  {
    id: "responders",
    title: "Responders",
    width: 112,
    sort: false,
    narrow: "hidden",
    value: ({ responders }) => responders?.map(({ name }) => name).join(", "),
    cell: ({ responders }) => <People label="Responders" people={responders ?? []} />,
  },
];
