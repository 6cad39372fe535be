import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { LineText } from "#console/widgets/lines/LineText.tsx";
import type { LineSource } from "./line-store.ts";
import { heightOf, isAtEnd, ROW_PX, scrollTopFor, windowAt } from "./line-window.ts";

interface LineListProps {
  /** The accessible name. */
  label: string;
  source: LineSource;
  /** The searched text, which is highlighted. */
  words: readonly string[];
  /** The index of the highlighted line; the list scrolls to it. */
  marked: number | undefined;
  /** Called with the index of the line whose number the person pressed. */
  onMark?: (line: number) => void;
  /** Keeps the last line in view while lines are added. */
  isFollowing: boolean;
  onFollowing?: (isFollowing: boolean) => void;
}

/** Numbered lines with terminal colours. Only the visible lines are rendered. */
export function LineList(props: LineListProps) {
  const { label, source, words, marked, onMark, isFollowing, onFollowing } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [viewPx, setViewPx] = useState(400);
  const [scrollTop, setScrollTop] = useState(0);
  const { count } = source;
  const shape = { count, viewPx };
  const { from, to, topPx } = windowAt(shape, scrollTop);
  const heightPx = heightOf(shape);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = () => setViewPx(element.clientHeight || 400);
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => resized.disconnect();
  }, []);

  useLayoutEffect(() => {
    if (isFollowing && scroller.current) scroller.current.scrollTop = heightPx - viewPx;
  }, [isFollowing, heightPx, viewPx]);

  // The line may arrive after the page has loaded.
  const isMarkedLoaded = marked !== undefined && marked < count;
  useLayoutEffect(() => {
    if (!isMarkedLoaded || !scroller.current) return;
    scroller.current.scrollTop = scrollTopFor({ count: source.count, viewPx: scroller.current.clientHeight }, marked);
  }, [isMarkedLoaded, marked, source]);

  const digits = String(count).length;
  return (
    <div
      ref={scroller}
      tabIndex={0}
      role="log"
      aria-label={label}
      // Not a live region: a screen reader would read every line of a fast output.
      aria-live="off"
      onScroll={({ currentTarget }) => {
        setScrollTop(currentTarget.scrollTop);
        onFollowing?.(isAtEnd({ count, viewPx: currentTarget.clientHeight }, currentTarget.scrollTop));
      }}
      className="min-h-0 flex-1 overflow-auto overscroll-contain bg-surface font-mono -outline-offset-2"
    >
      <div className="relative w-max min-w-full" style={{ height: heightPx }}>
        <div className="absolute inset-x-0 top-0" style={{ transform: `translateY(${topPx}px)` }}>
          {Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at).map((index) => (
            <div
              key={index}
              data-line={index + 1}
              style={{ height: ROW_PX, lineHeight: `${ROW_PX}px` }}
              className={`flex whitespace-pre ${index === marked ? "bg-selected" : ""}`}
            >
              <button
                type="button"
                tabIndex={-1}
                aria-label={`Link to line ${index + 1}`}
                disabled={!onMark}
                onClick={() => onMark?.(index)}
                style={{ minWidth: `${digits + 2}ch` }}
                className="sticky left-0 shrink-0 bg-surface px-[1ch] text-right text-faint tabular-nums select-none enabled:hover:text-text"
              >
                {index + 1}
              </button>
              <span className="pr-4">
                <LineText text={source.line(index)} words={words} />
              </span>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
