import type { Labels } from "#language/columns.ts";
import { printTag, sortTags } from "#language/tags.ts";

/** Tags in the notation of filters, in display order. */
export const tagsOf = (tags: Labels | null | undefined): string[] =>
  sortTags(tags ?? {}).map(([key, value]) => printTag(key, value));

/** The values of tags in a table cell, as many as fit; the tooltip and the menu of the cell show keys and values. */
export function TagChips({ tags }: { tags: Labels | null | undefined }) {
  const sorted = sortTags(tags ?? {});
  if (sorted.length === 0) return null;
  return (
    // Overflowing content fades out.
    <ul title={tagsOf(tags).join("\n")} className="scroll-fade flex h-5 min-w-0 gap-1 overflow-hidden">
      {sorted.map(([key, value]) => (
        <li
          key={key}
          title={printTag(key, value)}
          className="h-5 max-w-full shrink-0 truncate rounded-sm border border-line bg-surface px-1.5 text-meta leading-4.5"
        >
          <span className="sr-only">{key}: </span>
          {value}
        </li>
      ))}
    </ul>
  );
}
