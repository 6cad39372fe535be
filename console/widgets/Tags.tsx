import { useLayoutEffect, useRef, useState } from "react";
import type { Labels } from "#language/columns.ts";
import { printTag, sortTags } from "#language/tags.ts";
import { fitRow } from "./fit-row.ts";

interface TagsProps {
  tags: Labels | null | undefined;
  /** Called when a tag is pressed, for instance to filter by it. */
  onPress?: (key: string, value: string) => void;
}

const look =
  "inline-flex h-5 max-w-full items-center overflow-hidden rounded-sm border border-line bg-surface px-1.5 text-meta";

/** The padding and border of a tag, and a margin for rounding errors when the widths of key and value are added. */
const EDGES = 15;
/** The gap between two tags. */
const GAP = 4;
/** The width of "+12 more" and the gap before it. */
const REST = 72;

/** Tags as key:value in one row; a button shows the tags that do not fit. */
export function Tags({ tags, onPress }: TagsProps) {
  const container = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [isOpen, setOpen] = useState(false);
  const sorted = sortTags(tags ?? {});
  const printed = sorted.join("\n");
  const [fit, setFit] = useState({ shown: sorted.length, width: 0 });
  const hidden = Math.max(0, sorted.length - fit.shown);

  useLayoutEffect(() => {
    const [outer, row] = [container.current, list.current];
    if (!outer || !row || printed === "") return undefined;
    const items = [...row.children] as HTMLElement[];
    const count = () => {
      const next = fitRow(items.map(widthOf), { space: outer.clientWidth, gap: GAP, rest: REST });
      setFit((before) => (before.shown === next.shown && before.width === next.width ? before : next));
    };
    count();
    // Also observes the items: a font that loads later makes them wider.
    const resized = new ResizeObserver(count);
    for (const each of [outer, ...items]) resized.observe(each);
    return () => resized.disconnect();
  }, [printed]);

  if (sorted.length === 0) return null;
  const isCut = hidden > 0 && !isOpen;
  return (
    <div ref={container} className="flex min-w-0 items-start gap-1.5">
      <ul
        ref={list}
        style={isCut ? { width: fit.width } : undefined}
        className={`flex min-w-0 gap-1 ${isCut ? "h-5 shrink-0 overflow-hidden" : "flex-wrap"}`}
      >
        {sorted.map(([key, value], index) => (
          // Tags that do not fit are made invisible, so that they cannot be focused.
          <li
            key={key}
            className={`flex max-w-full ${isCut ? "shrink-0" : "min-w-0"} ${isCut && index >= fit.shown ? "invisible" : ""}`}
            title={printTag(key, value)}
          >
            {onPress ? (
              <button type="button" className={`${look} hover:bg-hover`} onClick={() => onPress(key, value)}>
                <TagText name={key} value={value} />
              </button>
            ) : (
              <span className={look}>
                <TagText name={key} value={value} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {(hidden > 0 || isOpen) && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="h-5 shrink-0 rounded-sm px-1.5 text-meta text-link hover:bg-hover"
        >
          {isOpen ? "Show less" : `+${hidden} more`}
        </button>
      )}
    </div>
  );
}

/** The full width of a tag, even if it is truncated. */
const widthOf = ({ firstElementChild: tag }: HTMLElement) =>
  [...(tag?.children ?? [])].reduce((sum, { scrollWidth }) => sum + scrollWidth, EDGES);

const TagText = ({ name, value }: { name: string; value: string }) => (
  <>
    <span className="shrink-0 text-muted">{name}:</span>
    <span className="truncate">{value}</span>
  </>
);
