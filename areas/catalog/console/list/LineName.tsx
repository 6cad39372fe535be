import { usePreference } from "#console/preference.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { Health } from "#console/widgets/badge/Badges.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { ConfigType, typeLabel } from "../parts/ConfigType.tsx";
import { changedLabel } from "./changed.ts";
import type { Facet } from "./facet.ts";
import { pinnedTypes, togglePinned } from "./pinned-types.ts";
import type { SummaryLine } from "./summary-line.ts";
import "#console/widgets/page-icons.ts";

interface LineNameProps {
  line: SummaryLine;
  /** The facet whose value is shown as the name of the line. */
  facet: Facet;
  href: string;
}

/** The name of a summary line, its number of items, and a pin if the line is a type. */
export function LineName({ line, facet, href }: LineNameProps) {
  const name = line.values.at(-1) ?? null;
  const type = isType(facet) ? name : null;
  return (
    <span className="group/name flex min-w-0 items-center gap-1.5">
      <AddressLink href={href} className="flex min-w-0 hover:text-link hover:underline">
        <FacetValue facet={facet} value={name} />
      </AddressLink>
      <span className="shrink-0 rounded-full bg-sunken px-1.5 text-meta text-muted tabular-nums">
        {line.count.toLocaleString("en")}
        <span className="sr-only"> items</span>
      </span>
      {type !== null && <Pin type={type} />}
    </span>
  );
}

const isType = (facet: Facet | undefined) => facet?.type === "field" && facet.field === "type";

/** Visible if the type is pinned, or while the line is hovered or focused. A phone has no space for the pin. */
function Pin({ type }: { type: string }) {
  const isPinned = usePreference(pinnedTypes).has(type);
  return (
    <IconButton
      icon={isPinned ? "pin-off" : "pin"}
      size="small"
      label={`${isPinned ? "Unpin" : "Pin"} ${typeLabel(type)}`}
      onClick={() => togglePinned(type)}
      className={
        isPinned
          ? "text-link"
          : "opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100 max-shell:hidden"
      }
    />
  );
}

/** A value that items are grouped by. */
export function FacetValue({ facet, value }: { facet: Facet | undefined; value: string | null }) {
  if (value === null) return <span className="text-muted">(None)</span>;
  if (isType(facet)) return <ConfigType type={value} />;
  if (facet?.type === "field") {
    if (facet.field === "config_class")
      return (
        <span className="flex min-w-0 items-center gap-1.5">
          <AnyIcon name={value} fallback="box" className="text-muted" />
          <span className="truncate">{value}</span>
        </span>
      );
    if (facet.field === "health") return <Health health={value as "healthy"} />;
    if (facet.field === "changed") return <span>{changedLabel(value)}</span>;
  }
  return <span className="truncate">{value}</span>;
}
