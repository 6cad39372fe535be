import { CopyIcon } from "../CopyIcon.tsx";
import type { CodeLanguage } from "./highlight.ts";
import type { Line } from "./pieces.ts";
import { useHighlighted } from "./use-highlighted.ts";

interface CodeBlockProps {
  code: string;
  /** What is copied, where what is shown leaves something out. */
  copies?: string;
  language?: CodeLanguage;
  /** What it is: a file's name, or "Command". Read out, and shown above. */
  title: string;
  /** Whether the title is only read out. */
  isBare?: boolean;
}

/** A piece of code to read and to copy. Long lines and long texts scroll inside it; the lines of plain text wrap. */
export function CodeBlock({ code, copies = code, language = "text", title, isBare = false }: CodeBlockProps) {
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
          <span className="text-muted">Nothing is written here.</span>
        ) : (
          lines.map((line, index) => <CodeLine key={index} line={line} isWrapped={language === "text"} />)
        )}
      </pre>
      {isBare && <span className="absolute top-1 right-1 rounded-md bg-surface">{copy}</span>}
    </figure>
  );
}

/** One line; a long one goes on to the right unless it is to wrap. */
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
