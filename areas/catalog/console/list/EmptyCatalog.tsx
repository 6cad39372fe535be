import { Link } from "@tanstack/react-router";
import { useActor } from "#console/access/access.ts";
import { useHasPage } from "#console/shell/registry.ts";
import { Icon } from "#console/widgets/Icon.tsx";

const NEW_SCRAPER = "/catalog/scrapers/new";

/** Explains an empty catalog and how to fill it. */
export function EmptyCatalog() {
  const mayWrite = useActor().can("write", "config_scrapers");
  const hasPage = useHasPage(NEW_SCRAPER);
  return (
    <>
      <p>
        Scrapers find the systems that a team runs, and keep the catalog up to date. After a run, its items appear here.
      </p>
      {mayWrite && hasPage ? (
        <Link
          to={NEW_SCRAPER}
          className="mt-4 inline-flex h-control items-center gap-2 rounded-md bg-accent px-3 font-medium text-on-accent transition-colors hover:bg-accent-hover"
        >
          <Icon name="plus" size={14} />
          Add a scraper
        </Link>
      ) : (
        !mayWrite && <p className="mt-1">Ask a user with permission to change the catalog to add a scraper.</p>
      )}
    </>
  );
}
