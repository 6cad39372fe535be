import { Status } from "#console/widgets/badge/Badges.tsx";
import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { Bytes } from "#console/widgets/Bytes.tsx";
import { Tags } from "#console/widgets/Tags.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { readDate } from "#lib/time/dates.ts";
import type { ReactNode } from "react";
import type { CellAttributes } from "../../contract.ts";
import { colourOfText, cssColour } from "../values/colours.ts";
import { figureOf, printFigure, printNanos } from "../values/figures.ts";
import { colourAt, rangeOf, shareIn, thresholdsOf } from "../values/thresholds.ts";
import {
  booleanOf,
  bytesOf,
  gaugeOf,
  labelsOf,
  millicoresOf,
  nanosOf,
  type PlacedColumn,
  textOf,
  type ViewRow,
} from "./cell-values.ts";
import { isWebAddress, SafeLink } from "../values/SafeLink.tsx";

interface CellProps {
  column: PlacedColumn;
  row: ViewRow;
}

/** A table cell. The column type decides how its value is shown; the row can add an icon and a link. */
export function Cell({ column, row }: CellProps) {
  const { url, icon, ...attributes } = row.attributes[column.name] ?? {};
  const value = row.cells[column.index];
  const content = <Content column={column} value={value} attributes={attributes} />;
  const shown = url === undefined ? content : <SafeLink href={url}>{content}</SafeLink>;
  if (icon === undefined) return shown;
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-bottom">
      <AnyIcon name={icon} className="text-muted" />
      {shown}
    </span>
  );
}

interface ContentProps {
  column: PlacedColumn;
  value: unknown;
  attributes: CellAttributes;
}

function Content({ column, value, attributes }: ContentProps): ReactNode {
  if (value === null || value === undefined || value === "") return <Missing />;
  const { type, unit } = column;
  switch (type) {
    case "number":
      return <Figure value={figureOf(value)} of={value} print={(figure) => printFigure(figure, { unit })} />;
    case "decimal":
      return (
        <Figure value={figureOf(value)} of={value} print={(figure) => printFigure(figure, { unit, precision: 2 })} />
      );
    case "boolean": {
      const is = booleanOf(value);
      return is === undefined ? <Plain column={column} text={textOf(value)} /> : is ? "Yes" : "No";
    }
    case "datetime":
      return readDate(value as string) === undefined ? (
        <Plain column={column} text={textOf(value)} />
      ) : (
        <RowAge since={new Date(readDate(value as string)!).toISOString()} />
      );
    case "duration":
      return <Figure value={nanosOf(value)} of={value} print={printNanos} />;
    case "bytes": {
      const bytes = bytesOf(value);
      return bytes === undefined ? textOf(value) : <Bytes value={bytes} />;
    }
    case "millicore":
      return (
        <Figure
          value={millicoresOf(value)}
          of={value}
          print={(cores) => (cores >= 1000 ? `${(cores / 1000).toFixed(2)} cores` : `${Math.round(cores)}m`)}
        />
      );
    case "health":
    case "status":
      return <Status status={textOf(value)} />;
    case "gauge":
      return <GaugeCell column={column} value={value} attributes={attributes} />;
    case "labels":
      return <Tags tags={labelsOf(value)} />;
    case "config_item":
      return attributes.config ? (
        <ResourceLink kind="config" id={attributes.config.id} name={attributes.config.name ?? textOf(value)} />
      ) : (
        <Plain column={column} text={textOf(value)} />
      );
    case "url":
      return isWebAddress(textOf(value)) ? (
        <SafeLink href={textOf(value)}>
          <Truncated text={textOf(value)} />
        </SafeLink>
      ) : (
        <Plain column={column} text={textOf(value)} />
      );
    default:
      return <Plain column={column} text={textOf(value)} />;
  }
}

const Missing = () => <span className="text-faint">-</span>;

interface FigureProps {
  value: number | undefined;
  /** The original value, which is shown if it is not a number. */
  of: unknown;
  print: (value: number) => string;
}

const Figure = ({ value, of, print }: FigureProps) => (
  <span className="tabular-nums">{value === undefined ? textOf(of) : print(value)}</span>
);

/** Shows a text, as a coloured badge if the column has `badge`. */
function Plain({ column: { badge }, text }: { column: PlacedColumn; text: string }) {
  if (!badge) return <Truncated text={text} />;
  const { auto = false, map = {} } = badge.color ?? {};
  const colour = cssColour(Object.hasOwn(map, text) ? map[text] : undefined) ?? (auto ? colourOfText(text) : undefined);
  return (
    <span
      title={text}
      style={colour === undefined ? undefined : { background: `color-mix(in oklch, ${colour} 16%, transparent)` }}
      className={`inline-flex h-5 max-w-full items-center gap-1.5 rounded-full px-2 align-bottom text-meta ${colour === undefined ? "bg-sunken" : ""}`}
    >
      {colour !== undefined && (
        <span aria-hidden className="size-1.5 shrink-0 rounded-full" style={{ background: colour }} />
      )}
      <span className="truncate">{text}</span>
    </span>
  );
}

function GaugeCell({ column: { name, gauge, unit }, value, attributes }: ContentProps) {
  const read = gaugeOf(value);
  if (read.value === undefined) return <Missing />;
  const range = rangeOf(gauge, { min: read.min ?? attributes.min, max: read.max ?? attributes.max });
  const text = printFigure(read.value, { unit: gauge?.unit ?? unit, precision: gauge?.precision });
  return (
    <span className="flex w-full min-w-0 items-center gap-2">
      <span
        role="meter"
        aria-label={name}
        aria-valuemin={range.min}
        aria-valuemax={range.max}
        aria-valuenow={read.value}
        aria-valuetext={text}
        className="h-1.5 min-w-8 flex-1 overflow-hidden rounded-full bg-sunken"
      >
        <span
          className="block h-full rounded-full"
          style={{
            width: `${shareIn(read.value, range) * 100}%`,
            background: colourAt(read.value, thresholdsOf(gauge, range)),
          }}
        />
      </span>
      <span className="shrink-0 tabular-nums">{text}</span>
    </span>
  );
}
