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
      <div className="flex h-full flex-col">
        <p className="px-4 pt-3 text-muted">Every scraper follows the rules of all plugins beside its own.</p>
        <div className="min-h-0 flex-1">{content}</div>
      </div>
    </CatalogScreen>
  );
}
