import { useResourceList } from "#console/resources/ResourceList.tsx";
import { CatalogScreen } from "../parts/CatalogScreen.tsx";
import { scrapers } from "./scrapers.ts";

/** Where the catalog knows things from. */
export function ScrapersPage() {
  const { content, actions, refresh } = useResourceList(scrapers);
  return (
    <CatalogScreen title="Scrapers" actions={actions} refresh={refresh}>
      {content}
    </CatalogScreen>
  );
}
