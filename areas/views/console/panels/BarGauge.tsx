import type { ViewPanel } from "../../contract.ts";
import { figureOf, printFigure, wordsOf } from "../values/figures.ts";
import { printLabel, RowLabel } from "../values/RowLabel.tsx";
import { NoRows } from "./PanelFrame.tsx";
import { colourAt, rangeOf, shareIn, thresholdsOf } from "../values/thresholds.ts";

interface Bar {
  label: string;
  value: number;
  text: string;
  share: number;
  colour: string;
}

/** The bars by group. If the panel defines no group, all bars are in one group without a title. */
export function barsOf({ rows, bargauge }: Pick<ViewPanel, "rows" | "bargauge">): ReadonlyMap<string, readonly Bar[]> {
  const known = rows.flatMap((row) => {
    const value = figureOf(row["value"] ?? row["count"]);
    return value === undefined ? [] : [{ row, value }];
  });
  // If no maximum is defined, the largest value fills the bar.
  const largest = known.reduce((max, { value }) => Math.max(max, value), 0);
  const bars = known.map(({ row, value }) => {
    const range = rangeOf(bargauge, row, largest);
    const share = shareIn(value, range);
    return {
      group: bargauge?.group === undefined ? "" : (wordsOf(row[bargauge.group]) ?? ""),
      label: wordsOf(row["label"]) ?? "None",
      value,
      text: textOf(value, (value - range.min) / (range.max - range.min), bargauge),
      share,
      colour: colourAt(value, thresholdsOf(bargauge, range)),
    };
  });
  return Map.groupBy(bars, ({ group }) => group);
}

function textOf(value: number, share: number, bargauge: ViewPanel["bargauge"]): string {
  const precision = bargauge?.precision;
  if (bargauge?.format === "percent") return printFigure(share * 100, { unit: "%", precision: precision ?? 0 });
  if (bargauge?.format === "multiplier") return `${printFigure(value, { precision })}×`;
  return printFigure(value, bargauge);
}

/** One bar for each row. The length of a bar is the position of its value in the range. */
export function BarGauge({ panel }: { panel: ViewPanel }) {
  const groups = barsOf(panel);
  if (groups.size === 0) return <NoRows />;
  return [...groups].map(([group, bars]) => (
    <div key={group} className="not-first:mt-3">
      {group !== "" && <h3 className="pb-1 text-meta font-medium text-muted">{group}</h3>}
      <ul className="flex flex-col gap-2">
        {bars.map(({ label, text, share, colour }, index) => (
          <li key={index}>
            <div className="flex items-baseline gap-2">
              <span className="min-w-0 flex-1">
                <RowLabel label={label} />
              </span>
              <span className="shrink-0 tabular-nums">{text}</span>
            </div>
            <div
              role="meter"
              aria-label={printLabel(label)}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={Math.round(share * 100)}
              aria-valuetext={text}
              className="mt-0.5 h-2 overflow-hidden rounded-full bg-sunken"
            >
              <div className="h-full rounded-full" style={{ width: `${share * 100}%`, background: colour }} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  ));
}
