import { JobErrors } from "#console/resources/JobErrors.tsx";
import { ScrapedItems } from "./ScrapedItems.tsx";

/** The errors of a scraper's last run, and the items that it has found. */
export const ScraperStatus = ({ id }: { id: string }) => (
  <>
    <JobErrors view="config_scrapers_with_status" id={id} />
    <ScrapedItems id={id} />
  </>
);
