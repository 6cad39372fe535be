import { Link } from "@tanstack/react-router";
import { useHasPage } from "#console/shell/registry.ts";

const SCRAPERS = "/catalog/scrapers";

/** Explains insights and where they come from. */
export function EmptyInsights() {
  const hasScrapers = useHasPage(SCRAPERS);
  const scrapers = hasScrapers ? (
    <Link to={SCRAPERS} className="text-link hover:underline">
      Scrapers
    </Link>
  ) : (
    "Scrapers"
  );
  return (
    <p>
      An insight is a problem or a possible improvement that an analyzer found in an item, such as its security, cost or
      reliability. {scrapers} in full mode report insights together with the items.
    </p>
  );
}
