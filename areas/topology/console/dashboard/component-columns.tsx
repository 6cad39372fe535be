import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { Health } from "#console/widgets/badge/Badges.tsx";
import { HealthBar } from "#console/widgets/HealthBar.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { localAgent } from "#language/local-agent.ts";
import { encodeItem } from "#lib/text/match.ts";
import type { Topology } from "../../model.ts";
import { printCurrency, propertyLabel, shownProperties } from "../card/property-value.ts";
import { PropertyText } from "../card/PropertyText.tsx";
import { childCounts } from "../card/status-lines.ts";
import type { Distinction, Distinctions } from "../parts/same-names.ts";

export interface ComponentRow extends Topology {
  /** Whether the component was removed while the pointer was on the table. */
  isGone: boolean;
}

export const componentColumns = (
  agentNames: ReadonlyMap<string, string>,
  distinctions: Distinctions,
): readonly Column<ComponentRow>[] => [
  {
    id: "name",
    title: "Name",
    isName: true,
    minWidth: 180,
    cell: ({ id, name, text, icon, isGone }) => (
      <span className={`flex min-w-0 items-center gap-2 ${isGone ? "line-through opacity-60" : ""}`}>
        {icon && <AnyIcon name={icon} fallback="box" className="size-4 shrink-0" />}
        <Truncated text={text || name} />
        <Distinguished by={distinctions.get(id)} />
      </span>
    ),
  },
  {
    id: "type",
    title: "Type",
    width: 152,
    filter: "type",
    filterItem: ({ type }) => type && encodeItem(type),
    cell: ({ type = "" }) => <Truncated text={type} />,
  },
  {
    id: "status",
    title: "Health",
    width: 112,
    narrow: "status",
    filter: "status",
    value: ({ health, status }) => health ?? status,
    cell: ({ health }) => <Health health={health} />,
  },
  {
    id: "status_reason",
    title: "Reason",
    minWidth: 120,
    sort: false,
    isHiddenIfEmpty: true,
    narrow: "line",
    cell: ({ status_reason: reason = "" }) => <Truncated text={reason} cut="end" />,
  },
  {
    id: "components",
    title: "Components",
    width: 152,
    sort: false,
    value: ({ children = [] }) => children.length,
    cell: (component) => <HealthBar label="Components by health" counts={childCounts(component)} />,
  },
  {
    id: "checks",
    title: "Checks",
    width: 104,
    sort: false,
    isHiddenIfEmpty: true,
    narrow: "hidden",
    value: ({ summary }) => Object.values(summary?.checks ?? {}).reduce((sum, count) => sum + count, 0),
    cell: ({ summary }) => <HealthBar label="Checks by health" counts={summary?.checks} />,
  },
  {
    id: "headline",
    title: "Headline",
    minWidth: 192,
    sort: false,
    isHiddenIfEmpty: true,
    narrow: "hidden",
    value: ({ properties }) =>
      headlineOf(properties)
        .map(({ property }) => `${property.name ?? ""}: ${property.text ?? property.value ?? ""}`)
        .join(", "),
    cell: ({ properties }) => (
      <span className="flex min-w-0 gap-4 overflow-hidden">
        {headlineOf(properties).map((shown, index) => (
          <span key={shown.property.name ?? index} className="flex shrink-0 items-center gap-1.5">
            <span className="text-muted">{propertyLabel(shown.property)}</span>
            <PropertyText {...shown} />
          </span>
        ))}
      </span>
    ),
  },
  {
    id: "team_names",
    title: "Teams",
    width: 128,
    sort: false,
    isHidden: true,
    filter: "team",
    filterItem: ({ team_names: teams = [] }) => teams.map(encodeItem),
    value: ({ team_names: teams = [] }) => teams.join(", "),
  },
  {
    id: "agent",
    title: "Agent",
    width: 128,
    sort: false,
    isHidden: true,
    value: ({ agent_id: id }) => (id === localAgent ? undefined : agentNames.get(id)),
  },
  {
    id: "cost_total_30d",
    title: "Cost (30d)",
    width: 104,
    align: "right",
    sort: false,
    isHidden: true,
    cell: ({ cost_total_30d: cost }) => (cost ? printCurrency(cost) : null),
  },
  {
    id: "updated_at",
    title: "Last Updated",
    width: 176,
    // A small window has no space for this column.
    isHidden: true,
    cell: ({ updated_at: updated = null }) => <RowAge since={updated} />,
  },
];

/** The first property takes the place of the headline of a component that has none. */
function headlineOf(properties: Topology["properties"]) {
  const { headline, others } = shownProperties(properties);
  return headline.length > 0 ? headline : others.slice(0, 1);
}

const Distinguished = ({ by }: { by: Distinction | undefined }) =>
  by && (
    <span title={by.name} className="max-w-24 shrink-0 truncate text-meta text-muted">
      {by.value}
    </span>
  );
