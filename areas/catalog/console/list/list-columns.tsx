import type { Column } from "#console/widgets/table/column.ts";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { printTag } from "#language/tags.ts";
import { capitalise, splitCamelCase } from "#lib/text/words.ts";
import type { Agents } from "../parts/agents.ts";
import { ChangeCount } from "../parts/ChangeCount.tsx";
import { ConfigName } from "../parts/ConfigLink.tsx";
import { ConfigStatus, statusLooks } from "../parts/ConfigStatus.tsx";
import { typeLabel } from "../parts/ConfigType.tsx";
import { CostCell } from "#console/widgets/cost/CostCell.tsx";
import { InsightCounts } from "../parts/InsightCounts.tsx";
import { placeOf, TagChips, tagsOf } from "../parts/TagChips.tsx";
import { type Facet, printFacet } from "./facet.ts";
import { FacetValue } from "./LineName.tsx";
import type { Item } from "./list-query.ts";

interface Shown {
  facets: readonly Facet[];
  /** Whether all items have the same type, which the page title shows. */
  isOfOneType: boolean;
  /** Keys of tags and labels that have their own columns: `tag:team`. */
  keys: readonly string[];
  agents: Agents | undefined;
  isNarrow: boolean;
}

export const listColumns = ({ facets, isOfOneType, keys, agents, isNarrow }: Shown): readonly Column<Item>[] => [
  {
    id: "name",
    title: "Name",
    isName: true,
    minWidth: 172,
    cell: ({ name, type, deleted_at }) => <ConfigName name={name} type={type} deletedAt={deleted_at} />,
    groupCell: ({ column, value }) => (
      <FacetValue facet={facets.find((facet) => printFacet(facet) === column)} value={String(value) || null} />
    ),
  },
  {
    id: "type",
    title: "Type",
    width: 144,
    ...(isOfOneType && { isHidden: true }),
    // The icon of the type is in front of the name.
    cell: ({ type }) => (
      <span title={type} className="flex min-w-0">
        <Truncated text={typeLabel(type)} cut="end" />
      </span>
    ),
  },
  {
    id: "status",
    title: "Status",
    // Wide enough for "Crash Loop Back Off".
    width: 176,
    // On a phone the status word is in the second line, because the name needs the first line.
    narrow: "status",
    narrowCell: ({ status, health, deleted_at }) => (
      <ConfigStatus status={status} health={health} deletedAt={deleted_at} isMark />
    ),
    filter: "status",
    sortedAs: "health",
    worstFirst: "health",
    cell: ({ status, health, deleted_at }) => <ConfigStatus status={status} health={health} deletedAt={deleted_at} />,
  },
  ...(isNarrow ? [statusWord, places] : []),
  {
    id: "changes",
    title: "Changes (7d)",
    width: 104,
    align: "right",
    cell: (item) => <ChangeCount of={item} />,
    narrowCell: (item) =>
      item.changes === 0 ? null : (
        <span>
          <ChangeCount of={item} /> {item.changes === 1 ? "change" : "changes"}
        </span>
      ),
  },
  {
    id: "tags",
    title: "Tags",
    // Wide enough for a namespace and a cluster, unless the type needs the space.
    width: isOfOneType ? 240 : 144,
    narrow: "hidden",
    sort: false,
    filter: "tags",
    value: ({ tags }) => tagsOf(tags).join(", "),
    filterItem: ({ tags }) => tagsOf(tags),
    cell: ({ tags }) => <TagChips tags={tags} max={isOfOneType ? 2 : 1} />,
  },
  ...keys.map(keyColumn),
  {
    id: "agent",
    title: "Agent",
    width: 144,
    sort: false,
    isHidden: true,
    filter: "agent",
    value: ({ agent_id }) => agents?.get(agent_id),
    cell: ({ agent_id }) => <Truncated text={agents?.get(agent_id) ?? ""} />,
  },
  {
    id: "analysis",
    title: "Insights",
    width: 72,
    isHiddenIfEmpty: true,
    narrow: "hidden",
    sort: false,
    // A small window has no space for this column next to the type column.
    ...(!isOfOneType && { isHidden: true }),
    cell: ({ analysis }) => <InsightCounts counts={analysis} isBrief />,
  },
  {
    id: "cost_total_30d",
    title: "Cost (30d)",
    width: 100,
    align: "right",
    narrow: "hidden",
    isHiddenIfEmpty: true,
    cell: (item) => <CostCell costs={item} />,
  },
  {
    id: "created_at",
    title: "Created",
    width: 176,
    isTime: true,
    // This column is hidden by default, to leave space for names and statuses.
    isHidden: true,
    cell: ({ created_at }) => <RowAge since={created_at} />,
  },
  {
    id: "updated_at",
    // The time of the document: an event, such as a restart, is a change of the item but not of its document.
    title: "Config Updated",
    width: 176,
    isTime: true,
    narrow: "hidden",
    cell: ({ updated_at }) => <RowAge since={updated_at} />,
  },
  {
    id: "deleted_at",
    title: "Deleted At",
    width: 176,
    isTime: true,
    isHidden: true,
    cell: ({ deleted_at }) => <RowAge since={deleted_at} />,
  },
];

/** The status word in the second line of a row on a phone. */
const statusWord: Column<Item> = {
  id: "status_word",
  title: "Status",
  width: 144,
  sort: false,
  cell: ({ status, health }) =>
    status ? (
      <span aria-hidden className={statusLooks[health ?? ""]}>
        {capitalise(splitCamelCase(status))}
      </span>
    ) : null,
};

/** The namespace and the cluster of an item as text, in the second line of a row on a phone. */
const places: Column<Item> = {
  id: "places",
  title: "Place",
  minWidth: 96,
  sort: false,
  value: ({ tags }) => placeOf(tags),
  cell: ({ tags }) => placeOf(tags) && <Truncated text={placeOf(tags)} cut="end" />,
};

/** The column of a single tag or label. */
function keyColumn(name: string): Column<Item> {
  const [kind = "", ...rest] = name.split(":");
  const key = rest.join(":");
  const filter = kind === "tag" ? "tags" : "labels";
  const valueOf = (item: Item) => item[filter]?.[key];
  return {
    id: name,
    title: key,
    minWidth: 128,
    sort: false,
    isHidden: true,
    filter,
    value: valueOf,
    filterItem: (item) => {
      const value = valueOf(item);
      return value === undefined ? undefined : printTag(key, value);
    },
    cell: (item) => {
      const value = valueOf(item);
      return value === undefined ? null : <Truncated text={value} />;
    },
  };
}
