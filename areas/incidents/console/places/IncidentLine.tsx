import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { SeverityBadge } from "#console/widgets/badge/Badges.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { StatusTag } from "../parts/IncidentBadges.tsx";
import type { LinkedIncident } from "./incidents-by-resource.ts";

/** An incident in a narrow list. */
export const IncidentLine = ({ incident }: { incident: LinkedIncident }) => (
  <div className="min-w-0 flex-1">
    <div className="flex min-w-0 items-center gap-2">
      <span className="flex min-w-0 flex-1">
        <ResourceLink kind="incident" id={incident.id} name={incident.title} />
      </span>
      <StatusTag status={incident.status} />
    </div>
    <div className="flex min-w-0 items-center gap-2 text-meta text-muted">
      <span className="font-mono">{incident.incident_id}</span>
      <SeverityBadge severity={incident.severity} />
      <span className="ml-auto">
        <Timestamp at={incident.created_at} format="short" />
      </span>
    </div>
  </div>
);
