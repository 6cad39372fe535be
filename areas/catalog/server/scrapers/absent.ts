// Types of scrapers that manifests in use may hold and that cannot be run here: they are kept as they are written, and say so.
const later = new Set("aws azure azureDevops gcp logs playwright pubsub slack trivy".split(" "));

/** They are no misspelt fields. */
export const absentTypes: readonly string[] = [...later];

export function whyAbsent(type: string): string {
  return later.has(type)
    ? `Scrapers of the type ${type} cannot be run by this version of Quarterdeck yet.`
    : `There are no scrapers of the type ${type} here.`;
}
