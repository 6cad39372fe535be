import { useQuery } from "@tanstack/react-query";
import { usePreference } from "#console/preference.ts";
import { showDeletedConfigs } from "#console/preferences/preferences.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { CatalogScreen } from "../parts/CatalogScreen.tsx";
import { CatalogToolbar } from "./CatalogToolbar.tsx";
import { ListHealth } from "./ListHealth.tsx";
import { allItems, listPage, WORST_FIRST } from "./list-query.ts";
import { ListTable } from "./ListTable.tsx";
import { summarised, summaryQuery } from "./summary-query.ts";
import { SummaryTable } from "./SummaryTable.tsx";
import { type Catalog, useCatalog } from "./use-catalog.ts";

/** The catalog: a summary by type, or the items of one type or of a search. */
export function CatalogPage() {
  const catalog = useCatalog();
  return catalog.isList ? <List catalog={catalog} /> : <Summary catalog={catalog} />;
}

function Summary({ catalog }: { catalog: Catalog }) {
  const { filters, groups, agents, isReady } = catalog;
  const isDeletedShown = usePreference(showDeletedConfigs);
  const query = useQuery({
    ...summaryQuery({ filters, facets: groups.facets, isDeletedShown, agents }),
    enabled: isReady,
  });
  useFollowed(query, { relations: summarised });
  return (
    <CatalogScreen refresh={query}>
      <div className="h-full p-4 pb-0">
        <SummaryTable
          query={query}
          facets={groups.facets}
          filters={filters}
          toolbar={<CatalogToolbar catalog={catalog} />}
        />
      </div>
    </CatalogScreen>
  );
}

/**
 * The default order of a grouped list. Groups keep the order of the request, but a list sorted by health consists of
 * two requests.
 */
const BY_NAME = { id: "name", desc: false };

function List({ catalog }: { catalog: Catalog }) {
  const { filters, groups, configType, agents, isReady } = catalog;
  const isDeletedShown = usePreference(showDeletedConfigs);
  const view = useTableView({ sort: groups.facets.length > 0 ? BY_NAME : WORST_FIRST });
  const request = { filters, view, facets: groups.facets, isDeletedShown, agents };
  const query = useQuery({ ...listPage(request), enabled: isReady });
  return (
    <CatalogScreen configType={configType} refresh={query}>
      <div className="h-full p-4 pb-0">
        <ListTable
          query={query}
          configType={configType}
          facets={groups.facets}
          filters={filters}
          agents={agents}
          view={view}
          toolbar={<CatalogToolbar catalog={catalog} />}
          overview={<ListHealth catalog={catalog} />}
          exportRows={() => allItems(request)}
        />
      </div>
    </CatalogScreen>
  );
}
