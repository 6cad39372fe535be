import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { CopyIcon } from "../CopyIcon.tsx";
import { Icon } from "../Icon.tsx";
import { IconButton } from "../IconButton.tsx";
import { TextSkeleton } from "../skeleton/Skeletons.tsx";
import { CodeLine } from "./CodeBlock.tsx";
import { findMatches, type Match } from "./find-matches.ts";
import { foldsOf } from "./folds.ts";
import { overlay } from "./pieces.ts";
import { useHighlighted } from "./use-highlighted.ts";
import { useYaml } from "./use-yaml.ts";

interface DataViewerProps {
  /** Shown as YAML or JSON; a text is shown as it is. */
  value: unknown;
  /** What it is; read out. */
  title: string;
  className?: string;
}

type Format = "yaml" | "json";
/** The height of a line in pixels: the buttons in it have to be pressed. */
const LINE = 24;
// Beyond this only what is in view is drawn; below it the browser's own search sees everything, too.
const ALL_DRAWN = 400;
const AROUND = 30;

/** Data to read: as YAML or JSON, with lines that fold and words that can be found. */
export function DataViewer({ value, title, className = "max-h-[70dvh]" }: DataViewerProps) {
  const [format, setFormat] = useState<Format>("yaml");
  const yaml = useYaml(value);
  const text = typeof value === "string" ? value : format === "yaml" ? yaml : JSON.stringify(value, null, 2);
  return (
    <figure
      aria-label={title}
      className={`flex min-h-0 flex-col rounded-md border border-line bg-surface ${className}`}
    >
      {text === undefined ? (
        <div className="p-3">
          <TextSkeleton label={title} lines={8} />
        </div>
      ) : (
        <Text
          key={text}
          text={text.replace(/\n+$/, "")}
          format={format}
          title={title}
          {...(typeof value !== "string" && { choose: setFormat })}
        />
      )}
    </figure>
  );
}

interface TextProps {
  text: string;
  format: Format;
  title: string;
  choose?: (format: Format) => void;
}

function Text({ text, format, title, choose }: TextProps) {
  const [sought, setSought] = useState("");
  const [current, setCurrent] = useState(0);
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const [view, setView] = useState({ top: 0, height: 1000 });
  const area = useRef<HTMLPreElement>(null);
  const coloured = useHighlighted(text, choose ? format : "text");
  const lines = useMemo(() => text.split("\n"), [text]);
  const folds = useMemo(() => foldsOf(lines), [lines]);
  const matches = useMemo(() => findMatches(lines, sought), [lines, sought]);
  const at = matches[current];
  // Whoever looks for something wants to see it, folded or not.
  const visible = useMemo(
    () => visibleLines(lines.length, folds, sought === "" ? folded : new Set()),
    [lines, folds, folded, sought],
  );
  const isAllDrawn = visible.length <= ALL_DRAWN;
  const first = isAllDrawn ? 0 : Math.max(0, Math.floor(view.top / LINE) - AROUND);
  const last = isAllDrawn ? visible.length : Math.ceil((view.top + view.height) / LINE) + AROUND;

  useEffect(() => {
    const scrolled = area.current;
    if (!at || !scrolled) return;
    const top = at.line * LINE;
    const isSeen = top >= scrolled.scrollTop && top + 2 * LINE <= scrolled.scrollTop + scrolled.clientHeight;
    if (!isSeen) scrolled.scrollTop = top - scrolled.clientHeight / 2;
  }, [at]);

  const step = (by: number) => setCurrent((from) => (from + by + matches.length) % Math.max(1, matches.length));
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  };
  const toggle = (line: number) => {
    const next = new Set(folded);
    if (!next.delete(line)) next.add(line);
    setFolded(next);
  };
  return (
    <>
      <figcaption className="flex shrink-0 items-center gap-1 border-b border-line py-1 pr-1 pl-2">
        <Icon name="search" size={14} className="text-muted" />
        <input
          value={sought}
          onChange={({ target }) => {
            setSought(target.value);
            setCurrent(0);
          }}
          onKeyDown={onKey}
          placeholder="Search"
          aria-label={`Search in ${title}`}
          className="h-6 min-w-0 flex-1 rounded-sm px-1 outline-offset-0 placeholder:text-faint"
        />
        {sought !== "" && (
          <span role="status" className="shrink-0 text-meta text-muted tabular-nums">
            {matches.length === 0 ? "No match" : `${current + 1} of ${matches.length}`}
          </span>
        )}
        {matches.length > 0 && (
          <>
            <IconButton icon="chevron-up" size="small" label="Previous match" onClick={() => step(-1)} />
            <IconButton icon="chevron-down" size="small" label="Next match" onClick={() => step(1)} />
          </>
        )}
        {choose && <Formats format={format} choose={choose} />}
        <CopyIcon text={text} label={`Copy ${title}`} />
      </figcaption>
      <pre
        ref={area}
        onScroll={({ currentTarget: { scrollTop, clientHeight } }) =>
          !isAllDrawn && setView({ top: scrollTop, height: clientHeight })
        }
        tabIndex={0}
        role="region"
        aria-label={title}
        className="min-h-0 flex-1 overflow-auto py-2 font-mono leading-6 -outline-offset-2"
      >
        <div style={{ height: first * LINE }} />
        {visible.slice(first, last).map((line) => (
          <div key={line} className="flex h-6 w-max min-w-full">
            <span className="sticky left-0 flex shrink-0 bg-surface pr-2 text-faint select-none">
              <span aria-hidden className="w-10 text-right tabular-nums">
                {line + 1}
              </span>
              {folds[line] === line ? (
                <span className="w-6" />
              ) : (
                <button
                  type="button"
                  aria-expanded={!folded.has(line)}
                  aria-label={`Line ${line + 1} and what is below it`}
                  onClick={() => toggle(line)}
                  className="flex size-6 items-center justify-center text-muted hover:text-text"
                >
                  <Icon name={folded.has(line) ? "chevron-right" : "chevron-down"} size={14} />
                </button>
              )}
            </span>
            <CodeLine line={marked(coloured[line] ?? [], line, matches, at)} />
            {folded.has(line) && sought === "" && <span className="px-1 text-faint">…</span>}
          </div>
        ))}
        <div style={{ height: Math.max(0, visible.length - last) * LINE }} />
      </pre>
    </>
  );
}

const Formats = ({ format, choose }: { format: Format; choose: (format: Format) => void }) => (
  <span role="group" aria-label="Format" className="flex shrink-0 rounded-md border border-line p-px">
    {(["yaml", "json"] as const).map((each) => (
      <button
        key={each}
        type="button"
        aria-pressed={each === format}
        onClick={() => choose(each)}
        className="h-6 rounded-sm px-2 text-meta text-muted uppercase aria-pressed:bg-selected aria-pressed:text-text"
      >
        {each}
      </button>
    ))}
  </span>
);

function visibleLines(count: number, folds: readonly number[], folded: ReadonlySet<number>): number[] {
  const visible: number[] = [];
  for (let line = 0; line < count; line += 1) {
    visible.push(line);
    if (folded.has(line)) line = folds[line] ?? line;
  }
  return visible;
}

const marked = (
  pieces: Parameters<typeof overlay>[0],
  line: number,
  matches: readonly Match[],
  current: Match | undefined,
) =>
  overlay(
    pieces,
    matches.filter((match) => match.line === line),
    (match) => (match === current ? "bg-found outline-2 -outline-offset-2 outline-focus" : "bg-found"),
  );
