import { useState } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { meaningOf } from "#console/widgets/badge/meaning.ts";
import { titleOf } from "#lib/text/words.ts";
import { colourOfText, cssColour } from "../values/colours.ts";
import { Cell } from "./Cell.tsx";
import { type PlacedColumn, textOf, type ViewRow } from "./cell-values.ts";

interface CardsProps {
  label: string;
  columns: readonly PlacedColumn[];
  rows: readonly ViewRow[];
  /** The number of cards in a row on a wide screen. */
  perRow: number | undefined;
}

const STEP = 60;
const MAX_PER_ROW = 8;

/**
 * Shows the rows as cards. The spec sets the position of each column; if it sets none, the first column is the title.
 */
export function Cards({ label, columns, rows, perRow }: CardsProps) {
  const [count, setCount] = useState(STEP);
  const width =
    perRow === undefined ? "17rem" : `${Math.max(10, Math.floor(76 / Math.min(MAX_PER_ROW, Math.max(1, perRow))))}rem`;
  if (rows.length === 0) return <p className="py-12 text-center text-muted">No rows match the filters</p>;
  return (
    <>
      <ul
        aria-label={label}
        className="grid gap-3"
        style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(${width}, 100%), 1fr))` }}
      >
        {rows.slice(0, count).map((row) => (
          <li key={row.key} className="grid min-w-0">
            <Card columns={placed(columns)} accent={accentOf(columns, row)} row={row} />
          </li>
        ))}
      </ul>
      {rows.length > count && (
        <div className="pt-3 text-center">
          <Button onClick={() => setCount(count + STEP)}>Show more of {rows.length.toLocaleString("en")}</Button>
        </div>
      )}
    </>
  );
}

type Place = "title" | "subtitle" | "headerRight" | "body" | "footer";
type Placed = Readonly<Record<Place, readonly PlacedColumn[]>>;

/**
 * Assigns each column to its position on the card. `deck` is the older name of `body`. If any column has a position,
 * columns without a position are not shown.
 */
export function placed(columns: readonly PlacedColumn[]): Placed {
  const isPlaced = columns.some(({ card }) => card?.position);
  const placeOf = ({ card }: PlacedColumn, index: number): string =>
    isPlaced ? (card?.position ?? "").replace("deck", "body") : index === 0 ? "title" : "body";
  const at = (place: Place) => columns.filter((column, index) => placeOf(column, index) === place);
  return {
    title: at("title"),
    subtitle: at("subtitle"),
    headerRight: at("headerRight"),
    body: at("body"),
    footer: at("footer"),
  };
}

/** The colour of a card: the health colour or the badge colour of the column with `useForAccent`. */
function accentOf(columns: readonly PlacedColumn[], { cells }: ViewRow): string | undefined {
  const column = columns.find(({ card }) => card?.useForAccent);
  const value = column && cells[column.index];
  if (!column || value === null || value === undefined) return undefined;
  const text = textOf(value);
  if (column.type === "health" || column.type === "status") return `var(--${meaningOf(text)})`;
  const map = column.badge?.color?.map ?? {};
  return cssColour(Object.hasOwn(map, text) ? map[text] : undefined) ?? colourOfText(text);
}

const Card = ({ columns, accent, row }: { columns: Placed; accent: string | undefined; row: ViewRow }) => {
  const cells = (place: Place) => columns[place].map((column) => <Cell key={column.name} column={column} row={row} />);
  return (
    <article
      style={accent === undefined ? undefined : { borderLeftColor: accent, borderLeftWidth: 3 }}
      className="flex min-w-0 flex-col gap-1.5 rounded-md border border-line bg-surface p-3"
    >
      <div className="flex min-w-0 items-start justify-between gap-2">
        <h3 className="min-w-0 font-medium">{cells("title")}</h3>
        <span className="flex shrink-0 gap-2">{cells("headerRight")}</span>
      </div>
      {columns.subtitle.length > 0 && (
        <div className="flex min-w-0 flex-wrap gap-2 text-muted">{cells("subtitle")}</div>
      )}
      {columns.body.length > 0 && (
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-0.5">
          {columns.body.map((column) => (
            <div key={column.name} className="contents">
              <dt className="text-muted">{titleOf(column.name)}</dt>
              <dd className="min-w-0">
                <Cell column={column} row={row} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {columns.footer.length > 0 && (
        <div className="mt-auto flex min-w-0 flex-wrap gap-2 border-t border-line pt-1.5 text-meta">
          {cells("footer")}
        </div>
      )}
    </article>
  );
};
