import type { Column } from "#console/widgets/table/column.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { printTag, sortTags } from "#language/tags.ts";
import { countOf } from "#lib/text/words.ts";
import { ChangeCount } from "../../parts/ChangeCount.tsx";
import { ConfigLink } from "../../parts/ConfigLink.tsx";
import { ConfigStatus } from "../../parts/ConfigStatus.tsx";
import { ConfigType } from "../../parts/ConfigType.tsx";
import { knownCosts, sumCosts } from "#console/widgets/cost/cost.ts";
import { CostCell } from "#console/widgets/cost/CostCell.tsx";
import { HealthBar } from "#console/widgets/HealthBar.tsx";
import { InsightCounts } from "../../parts/InsightCounts.tsx";
import { TagChips } from "../../parts/TagChips.tsx";
import { addedUp } from "../../list/summary-line.ts";
import type { Related } from "./related-query.ts";
import type { Relation } from "./relations.ts";

/** `relations` describes how each item is related, by id. */
export const relatedColumns = (relations: ReadonlyMap<string, Relation>): readonly Column<Related>[] => [
  {
    id: "name",
    title: "Name",
    isName: true,
    minWidth: 176,
    share: 4,
    cell: ({ id, name, type, deleted_at }) => <ConfigLink id={id} name={name} type={type} deletedAt={deleted_at} />,
    groupCell: ({ value }) => <ConfigType type={String(value)} />,
  },
  {
    id: "type",
    title: "Type",
    width: 160,
    canGroup: true,
    isHidden: true,
    filter: "configTypes",
    cell: ({ type }) => <ConfigType type={type} />,
  },
  {
    id: "relation",
    title: "Related Via",
    // Wide enough for the name of a ReplicaSet.
    minWidth: 184,
    share: 3,
    value: ({ id }) => {
      const relation = relations.get(id);
      return relation && [relation.way, relation.via?.name ?? "directly"].join(" ");
    },
    cell: ({ id }) => <RelationCell relation={relations.get(id)} />,
  },
  {
    id: "status",
    title: "Status",
    // Wide enough for "Crash Loop Back Off".
    width: 176,
    narrow: "status",
    filter: "status",
    worstFirst: "status",
    // An unhealthy item without a status must not come last.
    value: ({ status, health }) => status ?? health,
    filterItem: ({ status }) => status ?? undefined,
    sort: (a, b) => rankOf(a) - rankOf(b),
    cell: ({ status, health, deleted_at }) => <ConfigStatus status={status} health={health} deletedAt={deleted_at} />,
    groupCell: ({ rows }) => <HealthBar label="Health" counts={countBy(rows, ({ health }) => health ?? "unknown")} />,
  },
  {
    id: "changes",
    title: "Changes (7d)",
    width: 100,
    narrow: "labelled",
    align: "right",
    aggregate: "sum",
    cell: (related) => <ChangeCount of={related} />,
    narrowCell: (related) => (related.changes === 0 ? null : <ChangeCount of={related} />),
  },
  {
    id: "tags",
    title: "Tags",
    width: 136,
    // This column is hidden by default, to leave space for names: related items mostly have the same tags.
    isHidden: true,
    sort: false,
    filter: "tags",
    filterItem: ({ tags }) => sortTags(tags ?? {}).map(([key, value]) => printTag(key, value)),
    cell: ({ tags }) => <TagChips tags={tags} max={1} />,
  },
  {
    id: "analysis",
    title: "Insights",
    width: 72,
    isHiddenIfEmpty: true,
    sort: false,
    cell: ({ analysis }) => <InsightCounts counts={analysis} isBrief />,
    groupCell: ({ rows }) => <InsightCounts counts={addedUp(rows.map(({ analysis }) => analysis ?? {}))} isBrief />,
    narrowCell: ({ analysis }) => {
      const count = Object.values(analysis ?? {}).reduce((sum, of) => sum + of, 0);
      return count === 0 ? null : countOf(count, "insight", "insights");
    },
  },
  {
    id: "cost_total_30d",
    title: "Cost (30d)",
    width: 92,
    narrow: "labelled",
    align: "right",
    isHiddenIfEmpty: true,
    cell: (related) => <CostCell costs={related} />,
    narrowCell: (related) => (knownCosts(related) ? <CostCell costs={related} /> : null),
    groupCell: ({ rows }) => <CostCell costs={sumCosts(rows)} />,
  },
  {
    id: "created_at",
    title: "Created",
    width: 176,
    isTime: true,
    isHidden: true,
    cell: ({ created_at }) => <RowAge since={created_at} />,
  },
  {
    id: "updated_at",
    title: "Config Updated",
    width: 176,
    isTime: true,
    // Hidden by default to leave space for names. The number of recent changes is shown instead.
    isHidden: true,
    cell: ({ updated_at }) => <RowAge since={updated_at} />,
  },
];

const worstFirst = ["unhealthy", "warning", "unknown", "healthy"];
const rankOf = ({ health }: Pick<Related, "health">) => worstFirst.indexOf(health ?? "unknown");

/**
 * Orders items so that the groups by type begin with the type of the worst item. Types with the same worst health, and
 * the items of a type, keep their order.
 */
export function worstTypesFirst<Row extends Pick<Related, "type" | "health">>(rows: readonly Row[]): readonly Row[] {
  const types = [...Map.groupBy(rows, ({ type }) => type).values()];
  const worst = (group: readonly Row[]) => Math.min(...group.map(rankOf));
  return types.toSorted((a, b) => worst(a) - worst(b)).flat();
}

const countBy = <Row,>(rows: readonly Row[], keyOf: (row: Row) => string) =>
  Object.fromEntries([...Map.groupBy(rows, keyOf)].map(([key, members]) => [key, members.length]));

/** The direction, and the item between this item and the item of the page. */
function RelationCell({ relation }: { relation: Relation | undefined }) {
  if (!relation) return null;
  const { way, via } = relation;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span title={way} className="flex shrink-0">
        <Icon name="arrow-right" size={14} className={`text-muted ${way === "Outgoing" ? "" : "rotate-180"}`} />
        <span className="sr-only">{way} </span>
      </span>
      {via ? <Truncated text={via.name} className="text-muted" /> : <span>Directly</span>}
    </span>
  );
}
