import { useQuery } from "@tanstack/react-query";
import { SeverityBadge } from "#console/widgets/badge/Badges.tsx";
import type { Filters } from "#console/widgets/filter/filter-set.ts";
import { severityOptions } from "./insight-filters.ts";
import { type InsightsRequest, severityCounts } from "./insights-query.ts";

interface SeverityTotalsProps {
  request: InsightsRequest;
  filters: Pick<Filters, "changeText">;
}

/** The number of filtered insights on all pages, by severity, with the worst first. A click filters by the severity. */
export function SeverityTotals({ request, filters }: SeverityTotalsProps) {
  const { data } = useQuery(severityCounts(request));
  const counted = severityOptions.flatMap(({ value }) => {
    const count = data?.find(({ severity }) => severity === value)?.count ?? 0;
    return count > 0 ? { severity: value, count } : [];
  });
  return (
    // The height of one row is kept while the counts are loading, so that the table does not move.
    <ul
      aria-label="Insights by severity"
      className="flex min-h-7 shrink-0 flex-wrap items-start gap-x-4 gap-y-1 pb-1 max-shell:gap-x-3 max-shell:text-meta"
    >
      {counted.map(({ severity, count }) => (
        <li key={severity} className="flex shrink-0">
          <button
            type="button"
            onClick={() => filters.changeText("severity", severity)}
            className="touch-area flex h-6 items-center gap-1.5 rounded-md hover:underline max-shell:gap-1"
          >
            <SeverityBadge severity={severity} />
            <span className="font-medium tabular-nums">{count.toLocaleString("en")}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
