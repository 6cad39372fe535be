import { Link } from "@tanstack/react-router";
import { useHasPage } from "#console/shell/use-has-page.ts";

const SCRAPERS = "/catalog/scrapers";

/** What insights are, and where they come from. */
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
      An insight is what an analyzer found wrong with an item, or worth improving: its security, what it costs, how
      reliable it is. {scrapers} in full mode bring insights along with the items.
    </p>
  );
}
