import { useMemo, useState } from "react";
import { CodeLine } from "../code/CodeBlock.tsx";
import { overlay } from "../code/pieces.ts";
import { CopyIcon } from "../CopyIcon.tsx";
import { Icon } from "../Icon.tsx";
import { type DiffRow, fold, pairUp, type Side } from "./arrange.ts";
import { diffLines, parseUnified } from "#lib/text/diff-lines.ts";
import { LayoutChoice, type DiffLayout, useDiffLayout } from "./LayoutChoice.tsx";

type Source = { before: string; after: string } | { unified: string };
type DiffViewerProps = Source & {
  /** The accessible name. */
  title: string;
  /** Limits the height to the container instead of the window. */
  isFilling?: boolean;
};

/** A diff, side by side or inline. Changes are marked by colour, by + or -, and by position. */
export function DiffViewer(props: DiffViewerProps) {
  const { title, isFilling = false } = props;
  const layout = useDiffLayout();
  const [before, after, unified] =
    "unified" in props ? ["", "", props.unified] : [props.before, props.after, undefined];
  const lines = useMemo(
    () => (unified === undefined ? diffLines(before, after) : parseUnified(unified)),
    [before, after, unified],
  );
  const count = (type: "added" | "removed") => lines?.filter((line) => line.type === type).length ?? 0;
  const isChanged = count("added") + count("removed") > 0;
  if (!lines) return <p className="text-muted">The diff of this change cannot be read.</p>;
  return (
    <figure
      aria-label={title}
      className={`min-w-0 overflow-hidden rounded-md border border-line bg-surface ${isFilling ? "flex min-h-0 flex-col" : ""}`}
    >
      <figcaption className="flex shrink-0 items-center gap-3 border-b border-line py-1 pr-1 pl-3">
        <span className="min-w-0 flex-1 truncate text-muted">{title}</span>
        {isChanged && (
          <>
            <span className="shrink-0 font-mono text-healthy-text">+{count("added")}</span>
            <span className="shrink-0 font-mono text-unhealthy-text">−{count("removed")}</span>
            <LayoutChoice chosen={layout} />
          </>
        )}
        <CopyIcon text={() => unified ?? printUnified(lines)} label="Copy diff" />
      </figcaption>
      {!isChanged ? (
        <p className="p-3 text-muted">There are no differences.</p>
      ) : (
        <div
          tabIndex={0}
          role="region"
          aria-label={`${title}, changes`}
          className={`overflow-auto font-mono -outline-offset-2 ${isFilling ? "min-h-0" : "max-h-[70dvh]"}`}
        >
          <div className={layout === "side" ? "" : "w-max min-w-full"}>
            {fold(pairUp(lines)).map((part, index) =>
              "rows" in part ? (
                <Rows key={index} rows={part.rows} layout={layout} />
              ) : "hidden" in part ? (
                <Hidden key={index} rows={part.hidden} layout={layout} />
              ) : (
                <Omitted key={index} count={part.omitted} />
              ),
            )}
          </div>
        </div>
      )}
    </figure>
  );
}

const between = "sticky left-0 flex h-7 w-full items-center gap-2 bg-sunken px-3 font-sans text-meta text-muted";

const Omitted = ({ count }: { count: number }) => (
  <p className={between}>
    {count.toLocaleString("en")} unchanged {count === 1 ? "line" : "lines"}
  </p>
);

function Hidden({ rows, layout }: { rows: readonly DiffRow[]; layout: DiffLayout }) {
  const [isShown, setShown] = useState(false);
  if (isShown) return <Rows rows={rows} layout={layout} />;
  return (
    <button type="button" onClick={() => setShown(true)} className={`${between} -outline-offset-2 hover:text-text`}>
      <Icon name="chevrons-up-down" size={14} />
      Show {rows.length.toLocaleString("en")} unchanged lines
    </button>
  );
}

function Rows({ rows, layout }: { rows: readonly DiffRow[]; layout: DiffLayout }) {
  if (layout === "side") {
    return rows.map((row, index) => (
      <div key={index} className="grid grid-cols-2">
        <Cell side={row.left} isWrapped />
        <Cell side={row.right} isWrapped isSecond />
      </div>
    ));
  }
  // Inline, all removed lines of a change come before the added lines.
  const sides = rows.flatMap(({ left, right }) =>
    left?.kind === "same" ? [left] : [left, right].filter((side) => side !== undefined),
  );
  return inline(sides).map((side, index) => <Cell key={index} side={side} />);
}

function inline(sides: readonly Side[]): Side[] {
  const out: Side[] = [];
  let added: Side[] = [];
  for (const side of sides) {
    if (side.kind === "added") added.push(side);
    else {
      if (side.kind === "same") [, added] = [out.push(...added), []];
      out.push(side);
    }
  }
  return [...out, ...added];
}

const grounds = { same: "", removed: "bg-removed", added: "bg-added" };
const strong = { same: "", removed: "bg-removed-strong rounded-xs", added: "bg-added-strong rounded-xs" };
const signs = { same: " ", removed: "−", added: "+" };
const spoken = { same: "", removed: "Removed: ", added: "Added: " };

interface CellProps {
  side: Side | undefined;
  isSecond?: boolean;
  isWrapped?: boolean;
}

function Cell({ side, isSecond = false, isWrapped = false }: CellProps) {
  const edge = isSecond ? "border-l border-line" : "";
  if (!side) return <div className={`bg-sunken ${edge}`} />;
  const line = overlay([{ text: side.text, look: "" }], side.changed, () => strong[side.kind]);
  return (
    <div className={`flex min-w-0 pr-3 ${grounds[side.kind]} ${edge}`}>
      <span aria-hidden className="w-10 shrink-0 pr-2 text-right text-muted tabular-nums select-none">
        {side.number}
      </span>
      <span aria-hidden className="w-4 shrink-0 text-muted select-none">
        {signs[side.kind]}
      </span>
      {spoken[side.kind] && <span className="sr-only">{spoken[side.kind]}</span>}
      <CodeLine line={line} isWrapped={isWrapped} />
    </div>
  );
}

const printUnified = (lines: ReturnType<typeof diffLines>) =>
  lines.map(({ type, text }) => `${{ same: " ", removed: "-", added: "+" }[type]}${text}`).join("\n");
