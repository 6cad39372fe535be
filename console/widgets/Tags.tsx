import { useLayoutEffect, useRef, useState } from "react";
import type { Labels } from "#language/columns.ts";
import { printTag, sortTags } from "#language/tags.ts";

interface TagsProps {
  tags: Labels | null | undefined;
  /** A press on a tag, to filter by it for instance. */
  onPress?: (key: string, value: string) => void;
}

const look =
  "inline-flex h-5 max-w-full items-center overflow-hidden rounded-sm border border-line bg-surface px-1.5 text-meta";

/** Tags as key:value, in one row; what does not fit comes on demand. */
export function Tags({ tags, onPress }: TagsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [{ hidden, room }, setRest] = useState({ hidden: 0, room: 0 });
  const sorted = sortTags(tags ?? {});
  const printed = sorted.join("\n");

  useLayoutEffect(() => {
    const row = list.current;
    if (!row || printed === "") return undefined;
    const count = () => {
      const items = [...row.children] as HTMLElement[];
      const first = items[0]?.offsetTop ?? 0;
      const shown = items.filter((item) => item.offsetTop <= first);
      const end = shown.at(-1)?.getBoundingClientRect().right ?? 0;
      const room = Math.max(0, Math.floor(row.getBoundingClientRect().right - end));
      const hidden = items.length - shown.length;
      setRest((before) => (before.hidden === hidden && before.room === room ? before : { hidden, room }));
    };
    count();
    const resized = new ResizeObserver(count);
    resized.observe(row);
    return () => resized.disconnect();
  }, [printed]);

  if (sorted.length === 0) return null;
  return (
    <div className="flex min-w-0 items-start gap-1.5">
      <ul ref={list} className={`flex min-w-0 flex-1 flex-wrap gap-1 ${isOpen ? "" : "h-5 overflow-hidden"}`}>
        {sorted.map(([key, value], index) => (
          // What is cut off is not to be reached by keyboard either.
          <li
            key={key}
            className={`flex max-w-full min-w-0 ${isOpen || index < sorted.length - hidden ? "" : "invisible"}`}
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
          // A row that wraps is as wide as its place: the button comes back to its last tag.
          style={isOpen ? undefined : { marginLeft: -room }}
          className="h-5 shrink-0 rounded-sm px-1.5 text-meta text-link hover:bg-hover"
        >
          {isOpen ? "Show less" : `+${hidden} more`}
        </button>
      )}
    </div>
  );
}

const Words = ({ name, value }: { name: string; value: string }) => (
  <>
    <span className="shrink-0 text-muted">{name}:</span>
    <span className="truncate">{value}</span>
  </>
);
