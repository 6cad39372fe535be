import { ChoiceFilter } from "#console/widgets/filter/ChoiceFilter.tsx";
import { SearchBox } from "#console/widgets/filter/SearchBox.tsx";
import { Segments } from "#console/widgets/form/Segments.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { groupFields, printFacet } from "./facet.ts";
import { FilterButton } from "./FilterButton.tsx";
import type { FilterPanelProps } from "./FilterPanel.tsx";
import type { LabelKey } from "./label-filter.ts";
import { MAX_COLUMNS } from "./pivot.ts";
import { TabBySelect } from "./TabBy.tsx";
import type { Dashboard } from "./use-dashboard.ts";

interface ToolbarProps {
  dashboard: Dashboard;
  /** Undefined if the filters are shown outside the toolbar. */
  filters: FilterPanelProps | undefined;
  /**
   * On a phone the choices of layout, groups and tabs are among the filters, since the toolbar has no space for them.
   */
  isNarrow: boolean;
  /** Starts and ends the selection of rows; undefined if rows can always or never be selected. */
  selecting: { isOn: boolean; change: (isOn: boolean) => void } | undefined;
}

/** Search, grouping and layout of the list. */
export function Toolbar({ dashboard, filters, isNarrow, selecting }: ToolbarProps) {
  const { page } = dashboard;
  const { url, change } = page;
  const choices = isNarrow && (
    <div className="flex flex-col gap-2">
      <ShownAs dashboard={dashboard} />
      <GroupBySelect dashboard={dashboard} />
      <TabBySelect dashboard={dashboard} />
    </div>
  );
  return (
    <div role="search" aria-label="Checks" className="flex flex-wrap items-center gap-2">
      {filters && <FilterButton filters={filters} choices={choices} />}
      <SearchBox
        label="Search by name, description, or endpoint"
        value={url.query}
        // Typing replaces the history entry, so that a single press of the Back button leaves the search.
        change={(query) => change({ query }, { replace: url.query !== "" })}
        className={isNarrow ? "order-first min-w-32 flex-1" : "w-80"}
      />
      {!isNarrow && <GroupBySelect dashboard={dashboard} />}
      {!isNarrow && <ShownAs dashboard={dashboard} />}
      {selecting && (
        <IconButton
          icon="list-checks"
          label="Select checks"
          aria-pressed={selecting.isOn}
          onClick={() => selecting.change(!selecting.isOn)}
          className="border border-line bg-surface aria-pressed:border-accent aria-pressed:bg-selected aria-pressed:text-link"
        />
      )}
      {url.layout === "table" && url.pivotBy !== "none" && <PivotControls dashboard={dashboard} />}
    </div>
  );
}

const GroupBySelect = ({ dashboard: { page, keys } }: { dashboard: Dashboard }) => (
  <ChoiceFilter
    label="Group By"
    all={false}
    neutral="no-group"
    options={groupOptions(keys)}
    value={page.chosen.groupBy}
    change={(groupBy) => page.choose({ groupBy })}
  />
);

const groupOptions = (keys: readonly LabelKey[]) => [
  { value: "no-group", label: "No Grouping" },
  { value: "canary_name", label: "Group Name" },
  { value: "name", label: "Name" },
  { value: "description", label: "Description" },
  { value: "type", label: "Type" },
  ...keys
    .filter(({ isFlag }) => !isFlag)
    .map(({ key }) => ({ value: printFacet({ type: "label", key }, groupFields), label: key })),
];

const looks = [
  { value: "table", label: "Table" },
  { value: "card", label: "Cards" },
  { value: "pivot", label: "Pivot" },
] as const;

function ShownAs({ dashboard: { page, keys } }: { dashboard: Dashboard }) {
  const { url, change } = page;
  const value = url.layout === "card" ? "card" : url.pivotBy === "none" ? "table" : "pivot";
  return (
    <Segments
      label="Shown as"
      options={looks}
      value={value}
      onChange={(look) => {
        if (look === "pivot") change({ layout: undefined, ...firstPivot(keys) });
        else change({ layout: look, pivotBy: undefined, pivotLabel: undefined, pivotCellType: undefined });
      }}
    />
  );
}

/** The first label with a useful number of values. */
function firstPivot(keys: readonly LabelKey[]) {
  const label = keys.find(({ values, isFlag }) => !isFlag && values.length > 1 && values.length <= MAX_COLUMNS);
  return label ? { pivotBy: "labels" as const, pivotLabel: label.key } : { pivotBy: "namespace" as const };
}

const cellOptions = [
  { value: "checkStatuses", label: "Health" },
  { value: "uptime", label: "Uptime" },
  { value: "latency", label: "Latency" },
] as const;

const NAMESPACE = "namespace";
const LABEL = "label:";

function PivotControls({ dashboard: { page, keys, pivoted } }: { dashboard: Dashboard }) {
  const { url, change } = page;
  return (
    <>
      <ChoiceFilter
        label="Columns"
        all={false}
        options={[
          { value: NAMESPACE, label: "Namespace" },
          ...keys.map(({ key }) => ({ value: LABEL + key, label: key })),
        ]}
        value={url.pivotBy === "namespace" ? NAMESPACE : LABEL + url.pivotLabel}
        change={(value) =>
          change(
            value === NAMESPACE
              ? { pivotBy: "namespace", pivotLabel: undefined }
              : { pivotBy: "labels", pivotLabel: value.slice(LABEL.length) },
          )
        }
      />
      <Segments
        label="Cells show"
        options={cellOptions}
        value={url.pivotCellType}
        onChange={(pivotCellType) => change({ pivotCellType })}
      />
      {pivoted && pivoted.left > 0 && (
        <span className="text-muted">
          {pivoted.left.toLocaleString("en")} more {pivoted.left === 1 ? "value has" : "values have"} no column here.
        </span>
      )}
    </>
  );
}
