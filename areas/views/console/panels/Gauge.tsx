import type { ViewPanel } from "../../contract.ts";
import { figureOf, printFigure, wordsOf } from "../values/figures.ts";
import { printLabel } from "../values/RowLabel.tsx";
import { NoRows } from "./PanelFrame.tsx";
import { colourAt, type GaugeSpec, rangeOf, shareIn, thresholdsOf } from "../values/thresholds.ts";

const CENTRE = 80;
const RING = { radius: 74, width: 4 };
const ARC = { radius: 62, width: 12 };

/** Draws a half-circle for each row: the outer ring shows the thresholds, the inner arc shows the value. */
export function Gauge({ panel }: { panel: ViewPanel }) {
  const { rows, gauge, name } = panel;
  if (rows.length === 0) return <NoRows />;
  return (
    <ul className="flex flex-wrap justify-center gap-x-6 gap-y-2">
      {rows.map((row, index) => (
        <li key={index} className="w-44 max-w-full">
          <HalfCircle
            label={rows.length === 1 ? name : printLabel(wordsOf(row["label"]) ?? name)}
            hasLabel={rows.length > 1}
            value={figureOf(row["value"] ?? row["count"])}
            limits={row}
            gauge={gauge}
          />
        </li>
      ))}
    </ul>
  );
}

interface HalfCircleProps {
  label: string;
  hasLabel: boolean;
  value: number | undefined;
  limits: { min?: unknown; max?: unknown };
  gauge: GaugeSpec | undefined;
}

function HalfCircle({ label, hasLabel, value, limits, gauge }: HalfCircleProps) {
  const range = rangeOf(gauge, limits);
  const thresholds = thresholdsOf(gauge, range);
  const share = value === undefined ? 0 : shareIn(value, range);
  const colour = value === undefined ? "var(--unknown)" : colourAt(value, thresholds);
  const text = value === undefined ? "–" : printFigure(value, gauge);
  return (
    <>
      <svg
        viewBox="0 0 160 94"
        role="meter"
        aria-label={label}
        aria-valuemin={range.min}
        aria-valuemax={range.max}
        aria-valuenow={value ?? range.min}
        aria-valuetext={value === undefined ? "no value" : text}
        className="w-full"
      >
        <path d={arc(0, 1, ARC.radius)} fill="none" stroke="var(--sunken)" strokeWidth={ARC.width} />
        {share > 0 && <path d={arc(0, share, ARC.radius)} fill="none" stroke={colour} strokeWidth={ARC.width} />}
        {thresholds.map(({ from, colour: part }, index) => {
          const next = thresholds[index + 1];
          // Values below the first threshold also have the colour of the first threshold.
          const [start, end] = [index === 0 ? 0 : shareIn(from, range), next ? shareIn(next.from, range) : 1];
          return (
            end > start && (
              <path key={index} d={arc(start, end, RING.radius)} fill="none" stroke={part} strokeWidth={RING.width} />
            )
          );
        })}
        <text x={CENTRE} y={72} textAnchor="middle" className="fill-text text-[1.25rem] font-semibold">
          {text}
        </text>
        <text x={CENTRE - ARC.radius} y={92} textAnchor="middle" className="fill-muted text-meta">
          {printFigure(range.min)}
        </text>
        <text x={CENTRE + ARC.radius} y={92} textAnchor="middle" className="fill-muted text-meta">
          {printFigure(range.max)}
        </text>
      </svg>
      {hasLabel && <p className="text-center text-muted wrap-anywhere">{label}</p>}
    </>
  );
}

/** The SVG path of an arc between two shares of the half-circle, from left to right. */
function arc(from: number, to: number, radius: number): string {
  const at = (share: number) => {
    const angle = Math.PI * (1 - share);
    return `${(CENTRE + radius * Math.cos(angle)).toFixed(2)} ${(CENTRE - radius * Math.sin(angle)).toFixed(2)}`;
  };
  return `M${at(from)}A${radius} ${radius} 0 0 1 ${at(to)}`;
}
