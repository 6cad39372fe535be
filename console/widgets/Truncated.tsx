interface TruncatedProps {
  text: string;
  /** How many characters at the end always show. */
  end?: number;
  className?: string;
}

/** A long name, cut in the middle when there is no room: both its start and its end tell it apart. */
export function Truncated({ text, end = 8, className = "" }: TruncatedProps) {
  const cut = Math.max(0, text.length - end);
  return (
    <span title={text} className={`inline-flex max-w-full min-w-0 align-bottom ${className}`}>
      <span className="truncate">{text.slice(0, cut)}</span>
      <span className="whitespace-pre">{text.slice(cut)}</span>
    </span>
  );
}
