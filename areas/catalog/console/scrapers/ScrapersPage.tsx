import { Link } from "@tanstack/react-router";
import { useResourceList } from "#console/resources/ResourceList.tsx";
import { CatalogScreen } from "../parts/CatalogScreen.tsx";
import { plugins } from "./plugins.ts";
import { scrapers } from "./scrapers.ts";

/** The list of scrapers. */
export function ScrapersPage() {
  const { content, actions, refresh } = useResourceList(scrapers);
  return (
    <CatalogScreen title="Scrapers" actions={actions} refresh={refresh}>
      <div className="flex h-full flex-col">
        <p className="px-4 pt-3 text-muted">
          <Link to={plugins.path} className="text-link hover:underline">
            Plugins
          </Link>{" "}
          hold the rules that apply to every scraper.
        </p>
        <div className="min-h-0 flex-1">{content}</div>
      </div>
    </CatalogScreen>
  );
}
