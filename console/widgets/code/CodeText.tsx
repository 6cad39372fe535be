import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { CopyIcon } from "../CopyIcon.tsx";
import { Icon } from "../Icon.tsx";
import { IconButton } from "../IconButton.tsx";
import { CodeLine } from "./CodeBlock.tsx";
import { findMatches, type Match } from "./find-matches.ts";
import { foldsOf, visibleLines } from "./folds.ts";
import { LineNumber } from "./LineNumber.tsx";
import { useLinePointer } from "./line-pointer.ts";
import { overlay, type CodeLanguage } from "./pieces.ts";
import { useHighlightedLines } from "./use-highlighted.ts";
import type { LineSelection } from "./line-pointer.ts";

/** A column at the left of the lines. */
export interface LineMargin {
  /** In pixels. */
  width: number;
  of: (line: number) => ReactNode;
}

interface CodeTextProps {
  text: string;
  language: CodeLanguage;
  title: string;
  tools: ReactNode;
  selection: LineSelection | undefined;
  margin: LineMargin | undefined;
}

/** The height of a line in pixels, large enough for the buttons in it. */
const LINE = 24;
// Only the visible lines of longer texts are rendered. Shorter texts are rendered completely, so that the browser's
// search finds everything.
const MAX_FULLY_RENDERED = 400;
const OVERSCAN = 30;
const NONE: ReadonlySet<number> = new Set();

/** A text of any length with search, folding, line selection and copying. */
export function CodeText({ text, language, title, tools, selection, margin }: CodeTextProps) {
  const [search, setSearch] = useState("");
  const [current, setCurrent] = useState(0);
  const [closed, setClosed] = useState({ text, lines: NONE });
  const [view, setView] = useState({ top: 0, height: 1000 });
  const area = useRef<HTMLPreElement>(null);
  const lines = useMemo(() => text.split("\n"), [text]);
  const lineAt = useHighlightedLines(text, lines, language);
  const folds = useMemo(() => foldsOf(lines), [lines]);
  const matches = useMemo(() => findMatches(lines, search), [lines, search]);
  const byLine = useMemo(() => Map.groupBy(matches, ({ line }) => line), [matches]);
  const at = matches[current];
  // Folds of a previous text do not apply.
  const folded = closed.text === text ? closed.lines : NONE;
  // A search also finds folded lines.
  const visible = useMemo(
    () => visibleLines(lines.length, folds, search === "" ? folded : NONE),
    [lines, folds, folded, search],
  );
  const isFullyRendered = visible.length <= MAX_FULLY_RENDERED;
  const first = isFullyRendered ? 0 : Math.max(0, Math.floor(view.top / LINE) - OVERSCAN);
  const last = isFullyRendered ? visible.length : Math.ceil((view.top + view.height) / LINE) + OVERSCAN;

  const rendered = visible.slice(first, last);
  const pointer = useLinePointer(selection, rendered);

  useEffect(() => {
    if (at) scrollToLine(area.current, at.line);
  }, [at]);
  // Scrolls to the first line that the URL selects.
  const [pointed] = useState(() => Math.min(...(selection?.lines ?? [])));
  useEffect(() => {
    if (Number.isFinite(pointed)) scrollToLine(area.current, pointed);
  }, [pointed]);

  const step = (by: number) => setCurrent((from) => (from + by + matches.length) % Math.max(1, matches.length));
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  };
  const toggle = (line: number) => {
    const next = new Set(folded);
    if (!next.delete(line)) next.add(line);
    setClosed({ text, lines: next });
  };
  const digits = String(lines.length).length;
  return (
    <>
      <figcaption className="flex shrink-0 flex-wrap items-center gap-1 border-b border-line py-1 pr-1 pl-2">
        <Icon name="search" size={14} className="text-muted" />
        <input
          value={search}
          onChange={({ target }) => {
            setSearch(target.value);
            setCurrent(0);
          }}
          onKeyDown={onKey}
          placeholder="Search"
          aria-label={`Search in ${title}`}
          className="h-6 min-w-16 flex-1 rounded-sm px-1 outline-offset-0 placeholder:text-faint"
        />
        {search !== "" && (
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
        {tools}
        <CopyIcon text={text} label={`Copy ${title}`} />
      </figcaption>
      <pre
        ref={area}
        onScroll={({ currentTarget: { scrollTop, clientHeight } }) =>
          !isFullyRendered && setView({ top: scrollTop, height: clientHeight })
        }
        tabIndex={0}
        role="region"
        aria-label={title}
        className="min-h-0 flex-1 overflow-auto py-2 font-mono leading-6 -outline-offset-2 max-shell:scroll-fade-end"
      >
        <div style={{ height: first * LINE }} />
        {rendered.map((line) => (
          <div
            key={line}
            className={`flex h-6 w-max min-w-full ${selection?.lines.has(line) ? "bg-selected" : "bg-surface"}`}
          >
            <span className="sticky left-0 z-10 flex shrink-0 bg-surface pr-2 text-faint select-none">
              {margin && (
                <span
                  style={{ width: margin.width }}
                  className="shrink-0 overflow-hidden border-r border-line font-sans"
                >
                  {margin.of(line)}
                </span>
              )}
              <LineNumber line={line} digits={digits} pointer={pointer} />
              {folds[line] === line ? (
                <span className="w-6" />
              ) : (
                <button
                  type="button"
                  aria-expanded={!folded.has(line)}
                  aria-label={`Line ${line + 1} and the lines inside it`}
                  onClick={() => toggle(line)}
                  className="flex size-6 items-center justify-center text-muted hover:text-text"
                >
                  <Icon name={folded.has(line) ? "chevron-right" : "chevron-down"} size={14} />
                </button>
              )}
            </span>
            <CodeLine line={marked(lineAt(line), byLine.get(line) ?? [], at)} />
            {folded.has(line) && search === "" && <span className="px-1 text-faint">…</span>}
          </div>
        ))}
        <div style={{ height: Math.max(0, visible.length - last) * LINE }} />
      </pre>
    </>
  );
}

/** Scrolls a line to the middle, unless it is already visible. */
function scrollToLine(area: HTMLElement | null, line: number) {
  if (!area) return;
  const top = line * LINE;
  const isSeen = top >= area.scrollTop && top + 2 * LINE <= area.scrollTop + area.clientHeight;
  if (!isSeen) area.scrollTop = top - area.clientHeight / 2;
}

const marked = (pieces: Parameters<typeof overlay>[0], matches: readonly Match[], current: Match | undefined) =>
  overlay(pieces, matches, (match) =>
    match === current ? "bg-found outline-2 -outline-offset-2 outline-focus" : "bg-found",
  );
