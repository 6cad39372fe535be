import { Icon } from "#console/widgets/Icon.tsx";
import type { Counts } from "#language/columns.ts";
import { insightIcon, insightTypeLabel } from "./insight-type.ts";

interface InsightCountsProps {
  counts: Counts | null | undefined;
  /** The maximum number of types to show. */
  max: number;
}

/** The numbers of insights by type, the largest first; the tooltip lists all. */
export function InsightCounts({ counts, max }: InsightCountsProps) {
  const parts = Object.entries(counts ?? {})
    .filter(([, count]) => count > 0)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  if (parts.length === 0) return null;
  const shown = parts.length > max ? parts.slice(0, max - 1) : parts;
  const others = parts.length - shown.length;
  return (
    // Content that overflows fades out.
    <ul
      title={parts.map(([type, count]) => `${insightTypeLabel(type)}: ${count.toLocaleString("en")}`).join("\n")}
      className="scroll-fade flex h-5 min-w-0 gap-2.5 overflow-hidden"
    >
      {shown.map(([type, count]) => (
        <li
          key={type}
          title={`${insightTypeLabel(type)}: ${count.toLocaleString("en")}`}
          className="flex h-5 shrink-0 items-center gap-1 tabular-nums"
        >
          <Icon name={insightIcon(type)} size={14} className="text-muted" />
          <span className="sr-only">{insightTypeLabel(type)}: </span>
          {count.toLocaleString("en")}
        </li>
      ))}
      {others > 0 && (
        <li className="flex h-5 shrink-0 items-center text-meta text-muted tabular-nums">
          <span aria-hidden>
            +{others} {others === 1 ? "kind" : "kinds"}
          </span>
          <span className="sr-only">
            and {others} more {others === 1 ? "type" : "types"}
          </span>
        </li>
      )}
    </ul>
  );
}
