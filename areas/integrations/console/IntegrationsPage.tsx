import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useActor } from "#console/access/access.ts";
import { Page } from "#console/shell/Page.tsx";
import { useUrl } from "#console/url/url-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { filterRows } from "#console/widgets/filter/filter-rows.ts";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { later } from "#console/widgets/later.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { NARROW_TABLE, useMedia } from "#console/widgets/use-media.ts";
import { integrationColumnsFor } from "./integration-columns.tsx";
import {
  allIntegrations,
  type Integration,
  integrationFilters,
  integrationReaders,
  typeOptions,
} from "./integrations-query.ts";
import { wizardUrl } from "./wizard/options.ts";
import "#console/widgets/page-icons.ts";

const NEWEST_FIRST = { id: "created_at", desc: true };
const useWizard = later("The dialog", async () => (await import("./wizard/AddIntegration.tsx")).AddIntegration);

/** Lists all scrapers, topologies and log backends. */
export function IntegrationsPage() {
  const found = useQuery(allIntegrations);
  const filters = useFilters(integrationFilters);
  const view = useTableView({ sort: NEWEST_FIRST });
  const mayWrite = useActor().can("write", "integrations");
  const [{ add }, change] = useUrl(wizardUrl);
  const AddIntegration = useWizard(mayWrite && add !== "");
  const shown = useMemo(() => found.data && filterRows(found.data, filters, integrationReaders), [found.data, filters]);
  const isNarrow = useMedia(NARROW_TABLE);
  const columns = useMemo(() => integrationColumnsFor(isNarrow), [isNarrow]);
  const button = mayWrite && (
    <Button look="primary" icon="plus" onClick={() => void change({ add: "true" })}>
      Add Integration
    </Button>
  );
  return (
    <Page title="Integrations" refresh={found} actions={button}>
      <div className="h-full p-4 pb-0">
        <DataTable
          id="integrations"
          caption="Integrations"
          columns={columns}
          rows={{ ...found, data: shown }}
          keyOf={keyOfIntegration}
          view={view}
          filters={filters}
          toolbar={<FilterBar filters={filters} options={typeOptions} />}
          {...(mayWrite && { hrefOf: addressOf })}
          empty={filters.chips.length > 0 ? "No integrations found" : "No integrations"}
          emptyDetail="An integration reads data from your systems for the catalog, the topology or the logs."
          emptyIcon="workflow"
          emptyAction={
            mayWrite && (
              <Button icon="plus" onClick={() => void change({ add: "true" })}>
                Add the first integration
              </Button>
            )
          }
        />
        {AddIntegration && add !== "" && <AddIntegration />}
      </div>
    </Page>
  );
}

const keyOfIntegration = ({ id }: Integration) => id;

const addressOf = ({ integration_type, id }: Integration) => `/settings/integrations/${integration_type}/${id}`;
