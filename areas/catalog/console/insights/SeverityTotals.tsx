import { useQuery } from "@tanstack/react-query";
import { SeverityBadge } from "#console/widgets/badge/Badges.tsx";
import { severityOptions } from "./insight-filters.ts";
import { type InsightsRequest, severityCounts } from "./insights-query.ts";

/** The number of filtered insights on all pages, by severity, with the worst first. */
export function SeverityTotals({ request }: { request: InsightsRequest }) {
  const { data } = useQuery(severityCounts(request));
  const counted = severityOptions.flatMap(({ value }) => {
    const count = data?.find(({ severity }) => severity === value)?.count ?? 0;
    return count > 0 ? { severity: value, count } : [];
  });
  return (
    // The height is kept while the counts are loading, so that the table does not move.
    <ul
      aria-label="Insights by severity"
      className="scroll-fade flex h-7 shrink-0 items-start gap-4 overflow-x-auto [scrollbar-width:none]"
    >
      {counted.map(({ severity, count }) => (
        <li key={severity} className="flex shrink-0 items-center gap-1.5">
          <SeverityBadge severity={severity} />
          <span className="font-medium tabular-nums">{count.toLocaleString("en")}</span>
        </li>
      ))}
    </ul>
  );
}
