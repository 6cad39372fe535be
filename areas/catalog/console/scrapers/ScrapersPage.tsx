import { Link } from "@tanstack/react-router";
import { useResourceList } from "#console/resources/ResourceList.tsx";
import { CatalogScreen } from "../parts/CatalogScreen.tsx";
import { plugins } from "./plugins.ts";
import { scrapers } from "./scrapers.ts";

/** The list of scrapers. */
export function ScrapersPage() {
  const { content, actions, refresh } = useResourceList(scrapers);
  return (
    <CatalogScreen
      title="Scrapers"
      actions={
        <>
          <Link
            to={plugins.path}
            title="Rules that apply to every scraper"
            className="inline-flex h-control items-center rounded-md border border-line bg-surface px-3 font-medium hover:bg-hover max-shell:hidden"
          >
            Plugins
          </Link>
          {actions}
        </>
      }
      refresh={refresh}
    >
      <div className="flex h-full flex-col">
        {/* On a phone the header has no space for the link. */}
        <p className="px-4 pt-3 text-muted shell:hidden">
          <Link to={plugins.path} className="text-link hover:underline">
            Plugins
          </Link>{" "}
          contain the rules that apply to every scraper.
        </p>
        <div className="min-h-0 flex-1">{content}</div>
      </div>
    </CatalogScreen>
  );
}
