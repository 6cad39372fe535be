interface TruncatedProps {
  text: string;
  /** Where the text is cut if it does not fit. A cut in the middle keeps the start and the end, which identify it. */
  cut?: "middle" | "end";
  /** The number of characters at the end that always show. */
  end?: number;
  className?: string;
}

/** A long name in a small space; the whole text is shown on hover and copied. */
export function Truncated({ text, cut = "middle", end = 8, className = "" }: TruncatedProps) {
  if (cut === "end") {
    return (
      <span title={text} className={`inline-block max-w-full min-w-0 truncate align-bottom ${className}`}>
        {text}
      </span>
    );
  }
  const at = cutBefore(text, end);
  // The whole text is present but transparent, for screen readers, search and copying; its two visible parts are drawn by
  // CSS. The end shrinks only when nothing but the first letters of the start is left.
  return (
    <span title={text} className={`relative inline-flex max-w-full min-w-0 align-bottom ${className}`}>
      <span
        aria-hidden
        data-part={text.slice(0, at)}
        className={`shrink-[999] truncate ${at > 3 ? "min-w-[2ch]" : ""} ${partLook}`}
      />
      <span aria-hidden data-part={text.slice(at)} className={`min-w-0 overflow-hidden ${partLook}`} />
      <span className="absolute inset-0 truncate text-transparent">{text}</span>
    </span>
  );
}

const partLook = "whitespace-pre select-none before:content-[attr(data-part)]";

/** The index of the last characters, never inside a surrogate pair. */
export function cutBefore(text: string, end: number) {
  const at = Math.max(0, text.length - end);
  return /[\uDC00-\uDFFF]/.test(text[at] ?? "") ? at - 1 : at;
}
