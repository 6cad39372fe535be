import type { ViewPanel } from "../../contract.ts";
import { figureOf, type PanelRow, printFigure, printNanos, wordsOf } from "../values/figures.ts";
import { printLabel } from "../values/RowLabel.tsx";
import { PanelError } from "./PanelFrame.tsx";

/** Whether a panel shows each value in a small box. */
export const isStat = ({ type }: Pick<ViewPanel, "type">) =>
  type === "number" || type === "duration" || type === "text";

/** The boxes of a panel, one for each row. */
export function Stats({ panel }: { panel: ViewPanel }) {
  const { name, description, error, rows } = panel;
  if (rows.length === 0) return <Box name={name} description={description} error={error} value={undefined} />;
  return rows.map((row, index) => (
    <Box
      key={index}
      name={rows.length === 1 ? name : printLabel(wordsOf(row["label"]) ?? name)}
      // If there is only one row, its label is shown below the value.
      description={
        description ?? (rows.length === 1 && row["label"] !== row["value"] ? wordsOf(row["label"]) : undefined)
      }
      error={index === 0 ? error : undefined}
      value={valueIn(panel, row)}
      isText={panel.type === "text"}
    />
  ));
}

function valueIn({ type, number }: ViewPanel, row: PanelRow): string | undefined {
  const value = row["value"] ?? row["count"];
  if (type === "text") return wordsOf(value);
  const figure = figureOf(value);
  if (figure === undefined) return wordsOf(value);
  return type === "duration" ? printNanos(figure) : printFigure(figure, number);
}

interface BoxProps {
  name: string;
  description: string | undefined;
  error: string | undefined;
  value: string | undefined;
  isText?: boolean;
}

/** Texts of this length or longer are shown as a paragraph, shorter texts as a large value. */
const PROSE_FROM = 40;

const Box = ({ name, description, error, value, isText = false }: BoxProps) => (
  <section
    aria-label={name}
    className="flex min-w-0 flex-1 flex-col gap-0.5 rounded-md border border-line bg-surface p-3"
  >
    <h2 className="text-muted wrap-anywhere">{name}</h2>
    {isText && (value?.length ?? 0) >= PROSE_FROM ? (
      <p className="whitespace-pre-wrap wrap-anywhere">{value}</p>
    ) : (
      <p className="text-[1.5rem] leading-8 font-semibold wrap-anywhere tabular-nums">
        {value ?? <span className="font-normal text-faint">–</span>}
      </p>
    )}
    {description && <p className="text-meta text-muted wrap-anywhere">{description}</p>}
    {error !== undefined && <PanelError error={error} />}
  </section>
);
