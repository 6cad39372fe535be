import { Status } from "#console/widgets/badge/Badges.tsx";
import { capitalise } from "#lib/text/words.ts";
import { healthNamed } from "./colours.ts";

/** The label as text. Specs and queries write the names of health states in lower case. */
export function printLabel(label: string): string {
  const health = healthNamed(label);
  return health === undefined ? label : capitalise(health);
}

interface RowLabelProps {
  label: string;
  /** The colour of the row in a chart, for its legend. */
  colour?: string;
}

/** The label of a row. A health state looks the same as on other pages, unless the chart has another colour for it. */
export function RowLabel({ label, colour }: RowLabelProps) {
  const health = healthNamed(label);
  if (health !== undefined && (colour === undefined || colour === `var(--${health})`))
    return <Status status={health} />;
  return (
    <span className="flex min-w-0 items-center gap-2">
      {colour !== undefined && (
        <span aria-hidden className="size-2.5 shrink-0 rounded-full" style={{ background: colour }} />
      )}
      <span title={printLabel(label)} className="min-w-0 truncate">
        {printLabel(label)}
      </span>
    </span>
  );
}
