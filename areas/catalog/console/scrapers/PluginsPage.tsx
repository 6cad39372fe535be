import { useResourceList } from "#console/resources/ResourceList.tsx";
import { CatalogScreen } from "../parts/CatalogScreen.tsx";
import { plugins } from "./plugins.ts";
import { scrapers } from "./scrapers.ts";

/** The list of plugins: rules that apply to every scraper. */
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
        <p className="px-4 pt-3 text-muted">
          The rules of all plugins apply to every scraper in addition to its own rules.
        </p>
        <div className="min-h-0 flex-1">{content}</div>
      </div>
    </CatalogScreen>
  );
}
