import { useLayoutEffect, useRef, useState } from "react";
import type { Labels } from "#language/columns.ts";
import { printTag, sortTags } from "#language/tags.ts";
import { fitRow } from "./fit-row.ts";

interface TagsProps {
  tags: Labels | null | undefined;
  /** A press on a tag, to filter by it for instance. */
  onPress?: (key: string, value: string) => void;
}

const look =
  "inline-flex h-5 max-w-full items-center overflow-hidden rounded-sm border border-line bg-surface px-1.5 text-meta";

/** Padding and border of a tag, and what is lost where its two widths are rounded. */
const EDGES = 15;
/** Between two tags. */
const GAP = 4;
/** What "+12 more" and the room before it take. */
const REST = 72;

/** Tags as key:value, in one row; what does not fit comes on demand. */
export function Tags({ tags, onPress }: TagsProps) {
  const place = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [isOpen, setOpen] = useState(false);
  const sorted = sortTags(tags ?? {});
  const printed = sorted.join("\n");
  const [fit, setFit] = useState({ shown: sorted.length, width: 0 });
  const hidden = Math.max(0, sorted.length - fit.shown);

  useLayoutEffect(() => {
    const [around, row] = [place.current, list.current];
    if (!around || !row || printed === "") return undefined;
    const items = [...row.children] as HTMLElement[];
    const count = () => {
      const next = fitRow(items.map(widthOf), { room: around.clientWidth, gap: GAP, rest: REST });
      setFit((before) => (before.shown === next.shown && before.width === next.width ? before : next));
    };
    count();
    // Its items, too: a font that comes later makes them wider.
    const resized = new ResizeObserver(count);
    for (const each of [around, ...items]) resized.observe(each);
    return () => resized.disconnect();
  }, [printed]);

  if (sorted.length === 0) return null;
  const isCut = hidden > 0 && !isOpen;
  return (
    <div ref={place} className="flex min-w-0 items-start gap-1.5">
      <ul
        ref={list}
        style={isCut ? { width: fit.width } : undefined}
        className={`flex min-w-0 gap-1 ${isCut ? "h-5 shrink-0 overflow-hidden" : "flex-wrap"}`}
      >
        {sorted.map(([key, value], index) => (
          // What is cut off is not to be reached by keyboard either.
          <li
            key={key}
            className={`flex max-w-full ${isCut ? "shrink-0" : "min-w-0"} ${isCut && index >= fit.shown ? "invisible" : ""}`}
            title={printTag(key, value)}
          >
            {onPress ? (
              <button type="button" className={`${look} hover:bg-hover`} onClick={() => onPress(key, value)}>
                <Words name={key} value={value} />
              </button>
            ) : (
              <span className={look}>
                <Words name={key} value={value} />
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

/** With all of its words, however little of them shows. */
const widthOf = ({ firstElementChild: tag }: HTMLElement) =>
  [...(tag?.children ?? [])].reduce((sum, { scrollWidth }) => sum + scrollWidth, EDGES);

const Words = ({ name, value }: { name: string; value: string }) => (
  <>
    <span className="shrink-0 text-muted">{name}:</span>
    <span className="truncate">{value}</span>
  </>
);
