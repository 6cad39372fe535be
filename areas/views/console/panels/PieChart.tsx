import type { ViewPanel } from "../../contract.ts";
import { printNumber, printShare } from "#lib/text/numbers.ts";
import { labelColour } from "../values/colours.ts";
import { type Labelled, labelledFigures } from "../values/figures.ts";
import { printLabel, RowLabel } from "../values/RowLabel.tsx";
import { NoRows } from "./PanelFrame.tsx";

const MAX_SLICES = 12;
const SIZE = 160;
const OUTER = 78;
const INNER = 48;
/** Smaller slices have no space for a percentage. */
const LABEL_FROM = 0.06;

export interface Slice extends Labelled {
  colour: string;
  /** From 0 to 1. */
  share: number;
  /** The start of the slice, as a share of the circle. */
  from: number;
}

/** The slices in descending order. The smallest values share one slice, and values that are not positive have none. */
export function slicesOf({ rows, piechart }: Pick<ViewPanel, "rows" | "piechart">): readonly Slice[] {
  const all = labelledFigures(rows).filter(({ value }) => value > 0);
  const sorted = all.toSorted((a, b) => b.value - a.value);
  const rest = sorted.length > MAX_SLICES ? sorted.slice(MAX_SLICES - 1) : [];
  const shown = [
    ...sorted.slice(0, sorted.length - rest.length).map((slice, index) => ({
      ...slice,
      colour: labelColour(slice.label, index, piechart?.colors),
    })),
    ...(rest.length > 0 ? [{ label: `${rest.length} others`, value: sumOf(rest), colour: "var(--line-strong)" }] : []),
  ];
  const total = sumOf(shown);
  let from = 0;
  return shown.map((slice) => {
    const placed = { ...slice, share: slice.value / total, from };
    from += placed.share;
    return placed;
  });
}

const sumOf = (slices: readonly Labelled[]) => slices.reduce((sum, { value }) => sum + value, 0);

/** Draws the values as a ring, with a legend that lists all values. */
export function PieChart({ panel }: { panel: ViewPanel }) {
  const slices = slicesOf(panel);
  if (slices.length === 0) return <NoRows />;
  const total = printNumber(sumOf(slices));
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-5 gap-y-3">
      <svg
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        role="img"
        aria-label={`${panel.name}: ${total} in total`}
        className="w-40 shrink-0"
      >
        {slices.map((slice, index) => (
          <path key={index} d={ringPart(slice)} fill={slice.colour} stroke="var(--surface)" strokeWidth={1.5}>
            <title>{`${printLabel(slice.label)}: ${printNumber(slice.value)} (${printShare(slice.share)})`}</title>
          </path>
        ))}
        <text
          x={SIZE / 2}
          y={SIZE / 2}
          dy="0.35em"
          textAnchor="middle"
          className="fill-text text-display font-semibold"
        >
          {total}
        </text>
        {panel.piechart?.showLabels &&
          slices
            .filter(({ share }) => share >= LABEL_FROM)
            .map((slice, index) => {
              const { x, y } = pointAt(slice.from + slice.share / 2, (OUTER + INNER) / 2);
              return (
                <text
                  key={index}
                  x={x}
                  y={y}
                  dy="0.35em"
                  textAnchor="middle"
                  className="fill-surface text-meta font-medium"
                >
                  {Math.round(slice.share * 100)}%
                </text>
              );
            })}
      </svg>
      <ul className="max-w-md min-w-40 flex-1">
        {slices.map(({ label, value, share, colour }, index) => (
          <li key={index} className="flex min-h-6 items-center gap-2">
            <span className="min-w-0 flex-1">
              <RowLabel label={label} colour={colour} />
            </span>
            <span className="tabular-nums">{printNumber(value)}</span>
            <span className="w-12 text-right text-muted tabular-nums">{printShare(share)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The coordinates of a point on the ring, by its share of the circle, clockwise from the top. */
function pointAt(share: number, radius: number) {
  const angle = 2 * Math.PI * (share - 0.25);
  return { x: SIZE / 2 + radius * Math.cos(angle), y: SIZE / 2 + radius * Math.sin(angle) };
}

/** The SVG path of a slice. An SVG arc cannot be a full circle, so a single slice ends just before its start. */
function ringPart({ from, share }: Slice): string {
  const to = from + Math.min(share, 0.9999);
  const at = (where: number, radius: number) => {
    const { x, y } = pointAt(where, radius);
    return `${x.toFixed(2)} ${y.toFixed(2)}`;
  };
  const isLarge = share > 0.5 ? 1 : 0;
  return [
    `M${at(from, OUTER)}`,
    `A${OUTER} ${OUTER} 0 ${isLarge} 1 ${at(to, OUTER)}`,
    `L${at(to, INNER)}`,
    `A${INNER} ${INNER} 0 ${isLarge} 0 ${at(from, INNER)}Z`,
  ].join("");
}
