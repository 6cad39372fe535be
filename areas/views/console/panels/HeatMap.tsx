import { useEffect, useRef } from "react";
import { countOf } from "#lib/text/words.ts";
import type { ViewPanel } from "../../contract.ts";
import { printFigure } from "../values/figures.ts";
import { heatGridOf } from "./heat-grid.ts";
import { NoRows } from "./PanelFrame.tsx";

const CELL = 14;
const GAP = 3;
/** The smallest colour strength, in percent: the cell must still differ from an empty cell. */
const WEAKEST = 18;

const colourFor = (share: number) =>
  `color-mix(in oklch, var(--chart-1) ${Math.round(WEAKEST + share * (100 - WEAKEST))}%, var(--surface))`;

/** Draws values as colours, in a calendar of weeks or in a grid with two dimensions. */
export function HeatMap({ panel }: { panel: ViewPanel }) {
  const grid = heatGridOf(panel);
  const scroller = useRef<HTMLDivElement>(null);
  const isCalendar = panel.heatmap?.mode !== "compact";
  // Scrolls to the end, because the latest days matter most.
  useEffect(() => {
    if (isCalendar && scroller.current) scroller.current.scrollLeft = scroller.current.scrollWidth;
  }, [isCalendar]);
  if (!grid) return <NoRows />;
  const { rows, columns, min, max } = grid;
  const print = (value: number) => printFigure(value, { unit: panel.heatmap?.unit });
  const shareOf = (value: number) => (max === min ? 1 : (value - min) / (max - min));
  const cells = columns.flatMap(({ cells: all }) => all.flatMap((cell) => cell ?? [])).length;
  const summary = `${panel.name}: ${countOf(cells, isCalendar ? "day" : "cell", isCalendar ? "days" : "cells")}, from ${print(min)} to ${print(max)}`;
  return (
    <figure className="min-w-0">
      {/* Scrolling content must be focusable, so that the keyboard can scroll it. */}
      <div
        ref={scroller}
        tabIndex={0}
        role="group"
        aria-label={panel.name}
        className="scroll-fade overflow-x-auto pb-1"
      >
        <div
          role="img"
          aria-label={summary}
          className="grid w-max gap-[3px] text-meta text-muted"
          style={{
            gridTemplateColumns: `max-content repeat(${columns.length}, ${isCalendar ? `${CELL}px` : "minmax(1.5rem, max-content)"})`,
          }}
        >
          <span />
          {columns.map(({ label }, index) => (
            <span
              key={index}
              className={isCalendar ? "w-0 overflow-visible whitespace-nowrap" : "max-w-20 truncate px-0.5"}
              title={label}
            >
              {label}
            </span>
          ))}
          {rows.map((row, at) => (
            <div key={row} className="contents">
              <span className="max-w-40 truncate pr-1.5 leading-3.5" title={row}>
                {isCalendar && at % 2 === 1 ? "" : row}
              </span>
              {columns.map(({ cells: all }, index) => {
                const cell = all[at];
                return at >= all.length ? (
                  <span key={index} />
                ) : (
                  <span
                    key={index}
                    title={cell && `${cell.label}: ${print(cell.value)}`}
                    style={{ height: CELL, background: cell ? colourFor(shareOf(cell.value)) : "var(--sunken)" }}
                    className="rounded-[3px]"
                  />
                );
              })}
            </div>
          ))}
        </div>
      </div>
      <figcaption className="mt-2 flex items-center gap-1.5 text-meta text-muted tabular-nums">
        {print(min)}
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <span
            key={share}
            aria-hidden
            style={{ width: CELL - GAP, height: CELL - GAP, background: colourFor(share) }}
            className="rounded-[3px]"
          />
        ))}
        {print(max)}
      </figcaption>
    </figure>
  );
}
