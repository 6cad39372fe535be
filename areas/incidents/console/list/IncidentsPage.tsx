import { useQuery } from "@tanstack/react-query";
import { Button } from "#console/widgets/Button.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { incidentPath } from "../parts/incident-path.ts";
import { IncidentsScreen, useCreateIncident } from "./IncidentsScreen.tsx";
import { incidentColumns } from "./incident-columns.tsx";
import { useFilterOptions, useIncidentFilters } from "./incident-filters.ts";
import { allIncidents, type IncidentRow, incidentsPage, NEWEST_FIRST } from "./incidents-query.ts";

/** All incidents, newest first. By default only open incidents are listed. */
export function IncidentsPage() {
  const filters = useIncidentFilters();
  const options = useFilterOptions();
  const view = useTableView({ sort: NEWEST_FIRST });
  const found = useQuery(incidentsPage({ filters, view }));
  const create = useCreateIncident();
  // Only the default filter applies, so the text does not mention filters.
  const isFirstLook = filters.reset === undefined;
  return (
    <IncidentsScreen refresh={found}>
      <div className="h-full p-4 pb-0">
        <DataTable
          id="incidents"
          caption="Incidents"
          columns={incidentColumns}
          rows={found}
          keyOf={keyOfIncident}
          view={view}
          paging="server"
          filters={filters}
          toolbar={<FilterBar filters={filters} options={options} />}
          hrefOf={({ id }) => incidentPath(id)}
          exportRows={() => allIncidents({ filters, view })}
          empty={isFirstLook ? "There are no open incidents" : "There are no incidents matching this criteria"}
          emptyIcon="siren"
          emptyDetail="An incident collects the evidence, the possible causes and the responders of a failure. Checks, components and catalog items can be linked to one from their pages, and rules open incidents automatically."
          emptyAction={
            create && (
              <Button icon="plus" onClick={create}>
                Create incident
              </Button>
            )
          }
        />
      </div>
    </IncidentsScreen>
  );
}

const keyOfIncident = ({ id }: IncidentRow) => id;
