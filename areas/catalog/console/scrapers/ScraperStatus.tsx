import { JobErrors } from "#console/resources/JobErrors.tsx";
import { OWN_SCRAPER } from "./own-scraper.ts";
import { ScrapedItems } from "./ScrapedItems.tsx";

/** The errors of a scraper's last run, and the items that it has found. */
export function ScraperStatus({ id }: { id: string }) {
  // The page of the built-in scraper shows its items below its purpose.
  if (id === OWN_SCRAPER) return null;
  return (
    <>
      <JobErrors view="config_scrapers_with_status" id={id} />
      <ScrapedItems id={id} />
    </>
  );
}
