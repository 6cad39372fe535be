// Scraper types that existing manifests may contain but that Quarterdeck cannot run. Such manifests are stored
// unchanged, and their runs report that the type is not supported.
const later = new Set("aws azure azureDevops gcp logs playwright pubsub slack trivy".split(" "));

/** These types are not reported as misspelt fields. */
export const absentTypes: readonly string[] = [...later];

export function whyAbsent(type: string): string {
  return later.has(type)
    ? `Scrapers of the type ${type} cannot be run by this version of Quarterdeck yet.`
    : `There is no scraper type ${type}.`;
}
