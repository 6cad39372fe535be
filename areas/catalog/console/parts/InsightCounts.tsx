import { Icon } from "#console/widgets/Icon.tsx";
import type { Counts } from "#language/columns.ts";
import { insightIcon, insightTypeLabel } from "./insight-type.ts";

interface InsightCountsProps {
  counts: Counts | null | undefined;
  /** Shows only the icon of the type, for a narrow column. */
  isBrief?: boolean;
}

/** The number of insights, and their most frequent type; the tooltip lists all types. */
export function InsightCounts({ counts, isBrief = false }: InsightCountsProps) {
  const parts = Object.entries(counts ?? {})
    .filter(([, count]) => count > 0)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const [first] = parts;
  if (!first) return null;
  const [type] = first;
  return (
    <span
      title={parts.map(([name, count]) => `${insightTypeLabel(name)}: ${count.toLocaleString("en")}`).join("\n")}
      className="flex min-w-0 items-center gap-1.5 tabular-nums"
    >
      {parts.reduce((sum, [, count]) => sum + count, 0).toLocaleString("en")}
      <span className="flex min-w-0 items-center gap-1 text-muted">
        {(isBrief || parts.length === 1) && <Icon name={insightIcon(type)} size={14} className="shrink-0" />}
        <span className={isBrief ? "sr-only" : "truncate"}>
          {parts.length === 1 ? insightTypeLabel(type) : `mostly ${lower(type)}`}
        </span>
      </span>
    </span>
  );
}

const lower = (type: string) => insightTypeLabel(type).toLowerCase();
