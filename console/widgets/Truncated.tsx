import { useLayoutEffect, useRef } from "react";
import { watchMiddle } from "./middle-cut.ts";

interface TruncatedProps {
  text: string;
  /**
   * Where the text is cut if it does not fit. A cut in the middle keeps the start and the end, which identify a
   * generated name; people, titles and prose are cut at the end.
   */
  cut?: "middle" | "end";
  /** The number of characters to keep at the end, adjusted to the nearest separator. */
  end?: number;
  className?: string;
  /** False if a surrounding element already shows the whole text on hover. */
  hasTitle?: boolean;
}

/** A long name in a small space; the whole text is shown on hover, and is copied when selected. */
export function Truncated({ text, cut = "middle", end = 8, className = "", hasTitle = true }: TruncatedProps) {
  const title = hasTitle ? text : undefined;
  if (cut === "end") {
    return (
      <span title={title} className={`inline-block max-w-full min-w-0 truncate align-bottom ${className}`}>
        {text}
      </span>
    );
  }
  // The key mounts a new component for a different text, so that its effect runs once per text.
  return <CutInTheMiddle key={`${end} ${text}`} {...{ text, end, className, title }} />;
}

interface CutInTheMiddleProps {
  text: string;
  end: number;
  className: string;
  title: string | undefined;
}

function CutInTheMiddle({ text, end, className, title }: CutInTheMiddleProps) {
  const outer = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => watchMiddle(outer.current!), []);
  // The whole text is present but transparent, for screen readers, search and copying; CSS draws the part that fits.
  return (
    <span
      ref={outer}
      title={title}
      data-end={end}
      className={`relative inline-block max-w-full min-w-0 overflow-hidden align-bottom whitespace-pre ${className}`}
    >
      <span
        aria-hidden
        data-part={text}
        className="absolute inset-0 truncate whitespace-pre select-none before:content-[attr(data-part)]"
      />
      <span className="relative text-transparent">{text}</span>
    </span>
  );
}
