import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { SeverityBadge } from "#console/widgets/badge/Badges.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { Age, RowAge } from "#console/widgets/time/Age.tsx";
import { Elapsed } from "#console/widgets/time/Timestamp.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import type { ListedChange } from "../../contract.ts";
import { ConfigLink } from "../parts/ConfigLink.tsx";
import { TagChips, tagsOf } from "../parts/TagChips.tsx";
import { ChangeType } from "./ChangeType.tsx";
import { ChangeAuthor } from "./ChangeAuthor.tsx";
import { useSummary } from "./changed-values.ts";
import { runOfChange } from "./other-changes.ts";

/** Overrides for the default columns, by id. */
const narrower: Readonly<Record<string, Partial<Column<ListedChange>>>> = {
  change_type: { width: 160 },
  summary: { minWidth: 176 },
  // Hidden to leave space for the summary. The dialog of a change shows this value.
  created_by: { isHidden: true },
};

const all: readonly Column<ListedChange>[] = [
  {
    id: "created_at",
    title: "Last Seen",
    isName: true,
    // Wide enough for "×1,000" after the time.
    width: 192,
    isTime: true,
    cell: ({ created_at, count, first_observed }) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <RowAge since={created_at} />
        {count > 1 && (
          <span className="shrink-0 text-meta text-muted">
            ×{count.toLocaleString("en")}
            <span className="sr-only">
              {" "}
              over <Age since={first_observed} to={created_at} />
            </span>
          </span>
        )}
      </span>
    ),
  },
  {
    id: "name",
    title: "Item",
    minWidth: 200,
    share: 2,
    filter: "id",
    filterItem: ({ config_id }) => config_id,
    cell: ({ config_id, name, type, deleted_at }) => (
      <ConfigLink id={config_id} name={name} type={type} deletedAt={deleted_at} />
    ),
  },
  {
    id: "change_type",
    title: "Type",
    width: 176,
    filter: "changeType",
    cell: ({ change_type, severity }) => <ChangeType type={change_type} severity={severity} />,
  },
  {
    id: "severity",
    title: "Severity",
    width: 96,
    narrow: "status",
    sort: false,
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    id: "summary",
    title: "Summary",
    minWidth: 192,
    // Summaries are longer than names.
    share: 3,
    filter: "summary",
    cell: (change) => <Summary change={change} />,
  },
  {
    id: "tags",
    title: "Tags",
    width: 144,
    // This column is hidden by default, to leave space for the summary.
    isHidden: true,
    sort: false,
    filter: "tags",
    value: ({ tags }) => tagsOf(tags).join(", "),
    filterItem: ({ tags }) => tagsOf(tags),
    cell: ({ tags }) => <TagChips tags={tags} max={1} />,
  },
  {
    id: "created_by",
    title: "Created By",
    // Wide enough for "kubernetes/kubelet".
    width: 160,
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
];

/** The columns on the page of an item, which has less space. The tags are left out, because the header shows them. */
const itemColumns: readonly Column<ListedChange>[] = all.map((column) => ({
  ...column,
  ...narrower[column.id],
}));

/** The summary. The summary of a playbook run links to the run. */
function Summary({ change }: { change: ListedChange }) {
  const text = useSummary(change);
  const run = runOfChange(change);
  if (text === "") return null;
  return run === undefined ? (
    <Truncated text={text} cut="end" />
  ) : (
    <ResourceLink kind="playbook_run" id={run} name={text} />
  );
}

/** The summary as text that can wrap. */
const WrappingSummary = ({ change }: { change: ListedChange }) => useSummary(change);

/** The summary as the title of a row; a change without a summary has its type there. */
function Title({ change }: { change: ListedChange }) {
  return <Truncated text={useSummary(change) || change.change_type} cut="end" />;
}

/**
 * On a phone a row begins with the item and ends with the whole summary. On the page of an item, where most rows are of
 * that item, the summary is the title. The age and the type are between them.
 */
const narrow = (item?: string): readonly Column<ListedChange>[] => {
  const name = item === undefined ? "name" : "summary";
  return all
    .map(({ isName: _isName, ...column }): Column<ListedChange> => {
      if (column.id === "name" && item === undefined) return { ...column, isName: true };
      if (column.id === "summary")
        return item === undefined
          ? { ...column, narrow: "text", cell: (change) => <WrappingSummary change={change} /> }
          : { ...column, isName: true, cell: (change) => <Title change={change} /> };
      if (column.id === "created_at")
        return {
          id: column.id,
          title: column.title,
          cell: (change) => <WhenAndWhere change={change} item={item} />,
        };
      return column.narrow === "status" ? column : { ...column, narrow: "hidden" };
    })
    .toSorted((a, b) => Number(b.id === name) - Number(a.id === name));
};

interface WhenAndWhereProps {
  change: ListedChange;
  /** The item of the page. A change of a related item shows the name of that item. */
  item: string | undefined;
}

const WhenAndWhere = ({ change, item }: WhenAndWhereProps) => {
  const { created_at, count, change_type, config_id, name } = change;
  const other = item === undefined || item === config_id ? change_type : `${change_type} · ${name}`;
  return (
    <span className="flex min-w-0 gap-1">
      <span className="shrink-0">
        <Elapsed since={created_at} /> ago{count > 1 && ` ×${count.toLocaleString("en")}`}
        {" · "}
      </span>
      <Truncated text={other} />
    </span>
  );
};

const allNarrow = narrow();

interface Place {
  /** The item of the page; undefined on the page of all changes. */
  item: string | undefined;
  isNarrow: boolean;
}

export function changeColumns({ item, isNarrow }: Place): readonly Column<ListedChange>[] {
  if (item === undefined) return isNarrow ? allNarrow : all;
  // Most changes on the page of an item are of that item.
  return isNarrow ? narrow(item) : itemColumns;
}
