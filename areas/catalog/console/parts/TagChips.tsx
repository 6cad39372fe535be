import type { Labels } from "#language/columns.ts";
import { printTag, sortTags } from "#language/tags.ts";

/** As filters call them, in the order in which they are shown. */
export const tagsOf = (tags: Labels | null | undefined): string[] =>
  sortTags(tags ?? {}).map(([key, value]) => printTag(key, value));

/** The values of tags in the cell of a table, as many as fit; keys and values on hover, and in the cell's menu. */
export function TagChips({ tags }: { tags: Labels | null | undefined }) {
  const sorted = sortTags(tags ?? {});
  if (sorted.length === 0) return null;
  return (
    // What does not fit is seen to go on.
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
