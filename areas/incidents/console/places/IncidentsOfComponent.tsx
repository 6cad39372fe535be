import { useQuery } from "@tanstack/react-query";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { PanelRows } from "#console/widgets/side-panel/PanelRows.tsx";
import { incidentsPath } from "../parts/incident-path.ts";
import { incidentsByComponent } from "./incidents-by-resource.ts";
import { IncidentLine } from "./IncidentLine.tsx";

/** The incidents that a component is evidence of, newest first. */
export function IncidentsOfComponent({ id }: { id: string }) {
  const found = useQuery(incidentsByComponent(id));
  return (
    <PanelRows
      label="Incidents"
      found={found}
      keyOf={({ id: incident }) => incident}
      renderRow={(incident) => <IncidentLine incident={incident} />}
      more={
        (found.data?.length ?? 0) > 0 && (
          <p className="pt-2">
            <AddressLink href={incidentsPath({ component: id })} className="text-link hover:underline">
              Show in the list of incidents
            </AddressLink>
          </p>
        )
      }
    />
  );
}
