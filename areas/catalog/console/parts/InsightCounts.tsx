import { Icon } from "#console/widgets/Icon.tsx";
import type { Counts } from "#language/columns.ts";
import { insightIcon, insightTypeLabel } from "./insight-type.ts";

/** How many insights there are of each type; those of most first. */
export function InsightCounts({ counts }: { counts: Counts | null | undefined }) {
  const parts = Object.entries(counts ?? {})
    .filter(([, count]) => count > 0)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  if (parts.length === 0) return null;
  return (
    <ul className="flex min-w-0 gap-2.5 overflow-hidden">
      {parts.map(([type, count]) => (
        <li
          key={type}
          title={`${insightTypeLabel(type)}: ${count.toLocaleString("en")}`}
          className="flex shrink-0 items-center gap-1 tabular-nums"
        >
          <Icon name={insightIcon(type)} size={14} className="text-muted" />
          <span className="sr-only">{insightTypeLabel(type)}: </span>
          {count.toLocaleString("en")}
        </li>
      ))}
    </ul>
  );
}
