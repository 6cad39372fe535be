import { useResourceList } from "#console/resources/ResourceList.tsx";
import { CatalogScreen } from "../parts/CatalogScreen.tsx";
import { plugins } from "./plugins.ts";
import { scrapers } from "./scrapers.ts";

/** Rules that every scraper follows beside its own. */
export function PluginsPage() {
  const { content, actions, refresh } = useResourceList(plugins);
  return (
    <CatalogScreen
      title="Scrape Plugins"
      above={{ title: scrapers.title, href: scrapers.path }}
      actions={actions}
      refresh={refresh}
    >
      {content}
    </CatalogScreen>
  );
}
