import type { Column } from "#console/widgets/table/column.ts";
import { Age } from "#console/widgets/time/Age.tsx";
import { printTag, sortTags } from "#language/tags.ts";
import { ChangeCount } from "../../parts/ChangeCount.tsx";
import { ConfigLink } from "../../parts/ConfigLink.tsx";
import { ConfigStatus } from "../../parts/ConfigStatus.tsx";
import { ConfigType } from "../../parts/ConfigType.tsx";
import { CostCell } from "../../parts/CostCell.tsx";
import { InsightCounts } from "../../parts/InsightCounts.tsx";
import { TagChips } from "../../parts/TagChips.tsx";
import type { Related } from "./related-query.ts";

export const relatedColumns: readonly Column<Related>[] = [
  {
    id: "name",
    title: "Name",
    isName: true,
    minWidth: 180,
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
    id: "status",
    title: "Status",
    width: 176,
    filter: "status",
    cell: ({ status, health, deleted_at }) => <ConfigStatus status={status} health={health} deletedAt={deleted_at} />,
  },
  {
    id: "changes",
    title: "Changes",
    width: 80,
    align: "right",
    aggregate: "sum",
    cell: (related) => <ChangeCount of={related} />,
  },
  {
    id: "tags",
    title: "Tags",
    width: 136,
    sort: false,
    filter: "tags",
    filterItem: ({ tags }) => sortTags(tags ?? {}).map(([key, value]) => printTag(key, value)),
    cell: ({ tags }) => <TagChips tags={tags} />,
  },
  {
    id: "analysis",
    title: "Insights",
    width: 104,
    sort: false,
    cell: ({ analysis }) => <InsightCounts counts={analysis} max={2} />,
  },
  {
    id: "cost_total_30d",
    title: "Cost (30d)",
    width: 108,
    align: "right",
    cell: (related) => <CostCell costs={related} />,
  },
  {
    id: "created_at",
    title: "Created",
    width: 176,
    isHidden: true,
    cell: ({ created_at }) => <Age since={created_at} />,
  },
  {
    id: "updated_at",
    title: "Updated",
    width: 176,
    // Hidden to leave room for names; the number of recent changes is shown.
    isHidden: true,
    cell: ({ updated_at }) => <Age since={updated_at} />,
  },
];
