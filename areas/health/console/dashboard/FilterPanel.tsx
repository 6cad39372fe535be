import { useId } from "react";
import { FilterDropdown } from "#console/widgets/filter/FilterDropdown.tsx";
import { TriStateSwitch } from "#console/widgets/filter/TriStateSwitch.tsx";
import { Skeleton } from "#console/widgets/Skeleton.tsx";
import { PauseMark, StatusMark } from "#console/widgets/StatusMark.tsx";
import { Switch } from "#console/widgets/Switch.tsx";
import type { TriStates } from "#language/tri-state.ts";
import type { HealthUrl } from "../health-url.ts";
import { type LabelKey, statesByKey, withLabelStates } from "./label-filter.ts";
import { sizeOf, type Tally } from "./tally.ts";

export interface FilterPanelProps {
  hidePassing: boolean;
  changeHidePassing: (hidePassing: boolean) => void;
  health: HealthUrl["health"];
  changeHealth: (health: HealthUrl["health"]) => void;
  /** Counts by health, including hidden checks. Like the labels, they are undefined until the first response. */
  tally: Readonly<Tally> | undefined;
  keys: readonly LabelKey[];
  labels: TriStates;
  changeLabels: (labels: TriStates) => void;
}

/** Filters the checks by health and by labels. */
export function FilterPanel({ keys, labels, changeLabels, ...health }: FilterPanelProps) {
  return (
    <div className="flex flex-col gap-5">
      <HealthFilter {...health} />
      <LabelFilters keys={health.tally ? keys : undefined} labels={labels} changeLabels={changeLabels} />
    </div>
  );
}

const options = [
  { value: "", label: "All", meaning: undefined },
  { value: "healthy", label: "Healthy", meaning: "healthy" },
  { value: "unhealthy", label: "Unhealthy", meaning: "unhealthy" },
  { value: "unknown", label: "Unknown", meaning: "unchecked" },
  { value: "maintenance", label: "Maintenance", meaning: "unknown" },
  { value: "paused", label: "Paused", meaning: "paused" },
] as const;

/** Each of these filters is offered only while at least one check matches it. */
const isRare = (value: HealthUrl["health"]): value is "maintenance" | "paused" =>
  value === "maintenance" || value === "paused";

type HealthFilterProps = Pick<
  FilterPanelProps,
  "hidePassing" | "changeHidePassing" | "health" | "changeHealth" | "tally"
>;

function HealthFilter({ hidePassing, changeHidePassing, health, changeHealth, tally }: HealthFilterProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Heading id={id}>Filter by Health</Heading>
      <Switch label="Hide Passing" isOn={hidePassing} onChange={changeHidePassing} />
      <div role="radiogroup" aria-label="Health" className="-mx-2 mt-1 flex flex-col">
        {options
          .filter(({ value }) => !isRare(value) || health === value || (tally?.[value] ?? 0) > 0)
          .map(({ value, label, meaning }) => (
            <label
              key={value}
              className="relative flex min-h-[max(1.75rem,var(--touch))] cursor-pointer items-center gap-2 rounded-md px-2 text-muted hover:bg-hover has-checked:bg-selected has-checked:font-medium has-checked:text-text has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name={id}
                checked={health === value}
                onChange={() => changeHealth(value)}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              {meaning === "paused" ? (
                <PauseMark />
              ) : meaning ? (
                <StatusMark meaning={meaning} />
              ) : (
                <span className="size-3.5" />
              )}
              <span className={`flex-1 ${hidePassing && value === "healthy" && health === "" ? "text-faint" : ""}`}>
                {label}
              </span>
              <span className="font-normal text-faint tabular-nums">
                {tally && (value === "" ? allWords(tally, hidePassing) : tally[value].toLocaleString("en"))}
              </span>
            </label>
          ))}
      </div>
    </section>
  );
}

/** While passing checks are hidden, prints the number of shown checks and the number of all checks. */
const allWords = (tally: Readonly<Tally>, hidePassing: boolean) => {
  const all = sizeOf(tally).toLocaleString("en");
  return hidePassing && tally.healthy > 0 ? `${(sizeOf(tally) - tally.healthy).toLocaleString("en")} of ${all}` : all;
};

type LabelFiltersProps = Pick<FilterPanelProps, "labels" | "changeLabels"> & {
  keys: readonly LabelKey[] | undefined;
};

/** A label with one value is shown as a switch, a label with several values as a list. */
function LabelFilters({ keys, labels, changeLabels }: LabelFiltersProps) {
  const id = useId();
  const states = statesByKey(labels);
  const change = (key: string, values: TriStates) => changeLabels(withLabelStates(labels, key, values));
  return (
    <section aria-labelledby={id}>
      <div className="flex items-center justify-between">
        <Heading id={id}>Filter by Label</Heading>
        {labels.size > 0 && (
          <button
            type="button"
            onClick={() => changeLabels(new Map())}
            className="mb-1 h-6 rounded-md px-1.5 text-meta text-muted hover:bg-hover hover:text-text"
          >
            Clear
          </button>
        )}
      </div>
      {keys?.length === 0 && <p className="text-muted">No check has a label.</p>}
      <div className="grid grid-cols-1 gap-1.5">
        {!keys && WAITING.map((line) => <Skeleton key={line} className="h-8" />)}
        {keys?.map((label) => (
          <LabelFilter
            key={label.key}
            label={label}
            states={states.get(label.key) ?? NO_STATES}
            change={(values) => change(label.key, values)}
          />
        ))}
      </div>
    </section>
  );
}

const WAITING = [0, 1, 2];
const NO_STATES: TriStates = new Map();

interface LabelFilterProps {
  label: LabelKey;
  /** The states of the label's values. */
  states: TriStates;
  change: (states: TriStates) => void;
}

function LabelFilter({ label: { key, values, isFlag }, states, change }: LabelFilterProps) {
  const [only] = values;
  if (only === undefined || (values.length > 1 && !isFlag))
    return <FilterDropdown label={key} options={values.map((value) => ({ value }))} states={states} change={change} />;
  const value = isFlag && values.includes("true") ? "true" : only;
  const name = isFlag ? key : `${key}: ${value}`;
  return (
    <div className="flex min-h-8 items-center justify-between gap-2">
      <span title={name} className="flex min-w-0 flex-col leading-4">
        <span className={`truncate ${isFlag ? "" : "text-meta text-muted"}`}>{key}</span>
        {!isFlag && <span className="truncate">{value}</span>}
      </span>
      <TriStateSwitch
        item={name}
        state={states.get(value)}
        change={(state) => change(state === undefined ? NO_STATES : new Map([[value, state]]))}
      />
    </div>
  );
}

const Heading = ({ id, children }: { id: string; children: string }) => (
  <h2 id={id} className="mb-1 text-meta font-medium text-muted">
    {children}
  </h2>
);
