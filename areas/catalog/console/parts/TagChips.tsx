import type { Labels } from "#language/columns.ts";
import { printTag, sortTags } from "#language/tags.ts";

/** Tags as `key:value`, as in filters, in display order. */
export const tagsOf = (tags: Labels | null | undefined): string[] =>
  sortTags(tags ?? {}).map(([key, value]) => printTag(key, value));

/** Items in a list usually have the same account and region, and differ in namespace and cluster. */
const telling = ["namespace", "cluster"];
const common = ["account", "region"];
const rank = (key: string) => {
  const place = telling.indexOf(key);
  return place >= 0 ? place : telling.length + Number(common.includes(key));
};

/** The tags that distinguish the items of a list, as text: "shop · prod-eu-west-1". */
export const placeOf = (tags: Labels | null | undefined): string =>
  telling.flatMap((key) => tags?.[key] ?? []).join(" · ");

interface TagChipsProps {
  tags: Labels | null | undefined;
  /** The maximum number of tags to show. */
  max: number;
}

/**
 * The values of the first tags in a table cell, and the number of further tags; the tooltip and the menu of the cell
 * show all of them.
 */
export function TagChips({ tags, max }: TagChipsProps) {
  const sorted = sortTags(tags ?? {}).toSorted(([a], [b]) => rank(a) - rank(b));
  if (sorted.length === 0) return null;
  const others = sorted.length - max;
  return (
    <ul title={tagsOf(tags).join("\n")} className="flex h-5 min-w-0 items-center gap-1">
      {sorted.slice(0, max).map(([key, value]) => (
        <li
          key={key}
          title={printTag(key, value)}
          // The first tag distinguishes the items, so the other tags are cut first.
          className="h-5 min-w-0 truncate rounded-sm border border-line bg-surface px-1.5 text-meta leading-4.5 first:max-w-2/3 first:shrink-0"
        >
          <span className="sr-only">{key}: </span>
          {value}
        </li>
      ))}
      {others > 0 && (
        <li className="shrink-0 text-meta text-muted tabular-nums">
          +{others}
          <span className="sr-only"> more</span>
        </li>
      )}
    </ul>
  );
}
