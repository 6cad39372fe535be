import { SeverityBadge } from "#console/widgets/badge/Badges.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { Age } from "#console/widgets/time/Age.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";

import type { ListedChange } from "../../contract.ts";
import { ConfigLink } from "../parts/ConfigLink.tsx";
import { TagChips, tagsOf } from "../parts/TagChips.tsx";
import { ChangeType } from "./ChangeType.tsx";
import { ChangeAuthor } from "./ChangeAuthor.tsx";

/** Overrides of the default columns, by id. */
const narrower: Readonly<Record<string, Partial<Column<ListedChange>>>> = {
  created_at: { width: 184 },
  name: { width: 176 },
  change_type: { width: 144 },
  summary: { minWidth: 184 },
  tags: { isHidden: true },
  created_by: { width: 136 },
};

const all: readonly Column<ListedChange>[] = [
  {
    id: "created_at",
    title: "Last Seen",
    isName: true,
    width: 224,
    cell: ({ created_at, count, first_observed }) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <Age since={created_at} />
        {count > 1 && (
          <span className="truncate text-meta text-muted">
            ×{count.toLocaleString("en")} over <Age since={first_observed} to={created_at} />
          </span>
        )}
      </span>
    ),
  },
  {
    id: "name",
    title: "Catalog",
    minWidth: 184,
    filter: "id",
    filterItem: ({ config_id }) => config_id,
    cell: ({ config_id, name, type, deleted_at }) => (
      <ConfigLink id={config_id} name={name} type={type} deletedAt={deleted_at} />
    ),
  },
  {
    id: "change_type",
    title: "Type",
    width: 152,
    filter: "changeType",
    cell: ({ change_type, severity }) => <ChangeType type={change_type} severity={severity} />,
  },
  {
    id: "summary",
    title: "Summary",
    minWidth: 192,
    filter: "summary",
    cell: ({ summary }) => (summary ? <Truncated text={summary} cut="end" /> : null),
  },
  {
    id: "tags",
    title: "Tags",
    width: 128,
    sort: false,
    filter: "tags",
    value: ({ tags }) => tagsOf(tags).join(", "),
    filterItem: ({ tags }) => tagsOf(tags),
    cell: ({ tags }) => <TagChips tags={tags} />,
  },
  {
    id: "created_by",
    title: "Created By",
    width: 144,
    sort: false,
    filter: "created_by",
    value: ({ created_by, external_created_by, source }) => created_by ?? external_created_by ?? source,
    filterItem: ({ created_by, external_created_by }) => created_by ?? external_created_by,
    cell: (change) => <ChangeAuthor change={change} />,
  },
  {
    id: "source",
    title: "Source",
    width: 144,
    isHidden: true,
    filter: "source",
    cell: ({ source }) => (source ? <Truncated text={source} /> : null),
  },
  { id: "count", title: "Count", width: 80, align: "right", isHidden: true },
  {
    id: "severity",
    title: "Severity",
    width: 112,
    isHidden: true,
    sort: false,
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
  },
];

/** For the page of an item, which has less room: its tags are in the header, and the author must be visible. */
const itemColumns: readonly Column<ListedChange>[] = all.map((column) => ({
  ...column,
  ...narrower[column.id],
}));

/** On a small screen the first column, which is sticky, leaves room for the next. */
const small = (columns: readonly Column<ListedChange>[]) =>
  columns.map((column) => (column.id === "created_at" ? { ...column, width: 172 } : column));

/** On the page of an item, most changes are of that item, so the column with the item comes last. */
const smallItemColumns = itemColumns.toSorted((one, other) => Number(one.id === "name") - Number(other.id === "name"));

export const columnsFor = {
  all: { wide: all, small: small(all) },
  item: { wide: itemColumns, small: small(smallItemColumns) },
};
