import type { ViewPanel } from "../../contract.ts";
import { isWebAddress, SafeLink } from "../values/SafeLink.tsx";
import { figureOf, printFigure, wordsOf } from "../values/figures.ts";
import { printLabel } from "../values/RowLabel.tsx";
import { NoRows } from "./PanelFrame.tsx";

/** A list of labels and values: with separator lines for table panels, without them for properties panels. */
export function PairList({ panel: { name, rows, type, number } }: { panel: ViewPanel }) {
  if (rows.length === 0) return <NoRows />;
  const isTable = type === "table";
  return (
    // Scrolling content must be focusable, so that the keyboard can scroll it.
    <div tabIndex={0} role="group" aria-label={name} className="max-h-80 overflow-y-auto -outline-offset-2">
      <dl
        // The values stay near their labels in a panel that is as wide as the page.
        className={isTable ? "max-w-2xl" : "grid grid-cols-[minmax(0,max-content)_minmax(0,1fr)] gap-x-6"}
      >
        {rows.map((row, index) => (
          <div
            key={index}
            className={isTable ? "flex items-baseline gap-3 border-b border-line py-1 last:border-b-0" : "contents"}
          >
            <dt className={`min-w-0 wrap-anywhere ${isTable ? "flex-1" : "py-0.5 text-muted"}`}>
              {printLabel(wordsOf(row["label"]) ?? "None")}
            </dt>
            <dd className={`min-w-0 wrap-anywhere tabular-nums ${isTable ? "text-right" : "py-0.5"}`}>
              <Value
                value={row["value"] ?? row["count"]}
                unit={wordsOf(row["unit"]) ?? number?.unit}
                precision={number?.precision}
              />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Value({
  value,
  unit,
  precision,
}: {
  value: unknown;
  unit: string | undefined;
  precision: number | undefined;
}) {
  const figure = typeof value === "number" ? figureOf(value) : undefined;
  if (figure !== undefined) return printFigure(figure, { unit, precision });
  const text = wordsOf(value);
  if (text === undefined) return <span className="text-faint">–</span>;
  return isWebAddress(text) ? <SafeLink href={text}>{text}</SafeLink> : printLabel(text);
}
