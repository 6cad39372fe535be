import { CopyIcon } from "../CopyIcon.tsx";
import type { CodeLanguage } from "./pieces.ts";
import type { Line } from "./pieces.ts";
import { useHighlighted } from "./use-highlighted.ts";

interface CodeBlockProps {
  code: string;
  /** The text to copy, if it differs from the shown code. */
  copies?: string;
  language?: CodeLanguage;
  /** A file name, or "Command"; the accessible name, shown above the code. */
  title: string;
  /** Hides the title; screen readers still announce it. */
  isBare?: boolean;
  /** Wraps long lines, so that the whole code is visible. Default: only plain text wraps. */
  isWrapped?: boolean;
}

/** Code to read and copy. Long lines and long texts scroll; plain text wraps. */
export function CodeBlock({
  code,
  copies = code,
  language = "text",
  title,
  isBare = false,
  isWrapped = language === "text",
}: CodeBlockProps) {
  const lines = useHighlighted(code.replace(/\n+$/, ""), language);
  const copy = <CopyIcon text={copies} label={`Copy ${title}`} />;
  return (
    <figure className="relative min-w-0 overflow-hidden rounded-md border border-line bg-surface">
      {!isBare && (
        <figcaption className="flex items-center gap-2 border-b border-line py-1 pr-1 pl-3 text-muted">
          <span className="min-w-0 flex-1 truncate">{title}</span>
          {copy}
        </figcaption>
      )}
      <pre
        tabIndex={0}
        role="region"
        aria-label={title}
        className={`max-h-96 overflow-auto py-2 pl-3 font-mono -outline-offset-2 ${isBare ? "pr-10" : "pr-3"}`}
      >
        {code === "" ? (
          <span className="text-muted">There is no content.</span>
        ) : (
          lines.map((line, index) => <CodeLine key={index} line={line} isWrapped={isWrapped} />)
        )}
      </pre>
      {isBare && <span className="absolute top-1 right-1 rounded-md bg-surface">{copy}</span>}
    </figure>
  );
}

/** A line of code; long lines scroll unless `isWrapped`. */
export const CodeLine = ({ line, isWrapped = false }: { line: Line; isWrapped?: boolean }) => (
  <code
    className={`block min-h-5 [contain-intrinsic-size:auto_20px] [content-visibility:auto] ${isWrapped ? "min-w-0 whitespace-pre-wrap wrap-anywhere" : "whitespace-pre"}`}
  >
    {line.map(({ text, look }, index) =>
      look ? (
        <span key={index} className={look}>
          {text}
        </span>
      ) : (
        text
      ),
    )}
  </code>
);
