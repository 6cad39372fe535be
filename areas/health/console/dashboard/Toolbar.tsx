import { ChoiceFilter } from "#console/widgets/filter/ChoiceFilter.tsx";
import { SearchBox } from "#console/widgets/filter/SearchBox.tsx";
import { Segments } from "#console/widgets/form/Segments.tsx";
import { groupFields, printFacet } from "./facet.ts";
import { FilterButton } from "./FilterButton.tsx";
import type { FilterPanelProps } from "./FilterPanel.tsx";
import type { LabelKey } from "./label-filter.ts";
import { MAX_COLUMNS } from "./pivot.ts";
import { TabBySelect } from "./TabBy.tsx";
import type { Dashboard } from "./use-dashboard.ts";

interface ToolbarProps {
  dashboard: Dashboard;
  /** Undefined where the filters have their own place. */
  filters: FilterPanelProps | undefined;
  /** Whether "Tab By" is shown here, because it does not fit next to the tabs. */
  hasTabBy: boolean;
}

/** Search, grouping and layout of the list. */
export function Toolbar({ dashboard, filters, hasTabBy }: ToolbarProps) {
  const { page, keys } = dashboard;
  const { url, chosen, change, choose } = page;
  return (
    <div role="search" aria-label="Checks" className="flex flex-wrap items-center gap-2">
      {filters && <FilterButton {...filters} />}
      <SearchBox
        label="Search by name, description, or endpoint"
        value={url.query}
        // Typing replaces the history entry, so that going back leaves the search at once.
        change={(query) => change({ query }, { replace: url.query !== "" })}
        className="w-80 max-shell:order-first max-shell:w-full"
      />
      <ChoiceFilter
        label="Group By"
        all={false}
        options={groupOptions(keys)}
        value={chosen.groupBy}
        change={(groupBy) => choose({ groupBy })}
      />
      {hasTabBy && <TabBySelect dashboard={dashboard} />}
      <ShownAs dashboard={dashboard} />
      {url.layout === "table" && url.pivotBy !== "none" && <PivotControls dashboard={dashboard} />}
    </div>
  );
}

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
