interface TruncatedProps {
  text: string;
  /** Where it is cut when there is no room. In the middle both its start and its end tell it apart. */
  cut?: "middle" | "end";
  /** How many characters at the end always show. */
  end?: number;
  className?: string;
}

/** A long name in little room: whole on hover and when it is copied. */
export function Truncated({ text, cut = "middle", end = 8, className = "" }: TruncatedProps) {
  if (cut === "end") {
    return (
      <span title={text} className={`inline-block max-w-full min-w-0 truncate align-bottom ${className}`}>
        {text}
      </span>
    );
  }
  const at = cutBefore(text, end);
  // What is read, found and copied is the whole text, in one piece and not to be seen; its two parts are only drawn.
  // The end gives way when of the start nothing but its first letters is left.
  return (
    <span title={text} className={`relative inline-flex max-w-full min-w-0 align-bottom ${className}`}>
      <span
        aria-hidden
        data-part={text.slice(0, at)}
        className={`shrink-[999] truncate ${at > 3 ? "min-w-[2ch]" : ""} ${drawn}`}
      />
      <span aria-hidden data-part={text.slice(at)} className={`min-w-0 overflow-hidden ${drawn}`} />
      <span className="absolute inset-0 truncate text-transparent">{text}</span>
    </span>
  );
}

const drawn = "whitespace-pre select-none before:content-[attr(data-part)]";

/** Where the last characters begin, never within one that takes two places. */
export function cutBefore(text: string, end: number) {
  const at = Math.max(0, text.length - end);
  return /[\uDC00-\uDFFF]/.test(text[at] ?? "") ? at - 1 : at;
}
