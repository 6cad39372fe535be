import { useState } from "react";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { FilterList } from "#console/widgets/filter/FilterList.tsx";
import { filterSet, useFilters } from "#console/widgets/filter/filter-set.ts";
import { TriStateSwitch } from "#console/widgets/filter/TriStateSwitch.tsx";
import { type State, tagGroup, type TriStates } from "#language/tri-state.ts";
import type { GalleryEntry } from "../entry.ts";

function Switches() {
  const [states, setStates] = useState<Record<string, State | undefined>>({ Pod: "exclude", Node: "include" });
  return (
    <div className="flex flex-wrap gap-6">
      {["Pod", "Deployment", "Node"].map((item) => (
        <span key={item} className="flex items-center gap-2">
          {item}
          <TriStateSwitch
            item={item}
            state={states[item]}
            change={(state) => setStates({ ...states, [item]: state })}
          />
        </span>
      ))}
    </div>
  );
}

const jobFilters = filterSet({
  name: { type: "states", label: "Job" },
  status: { type: "states", label: "Status", fallback: "SUCCESS:-1" },
  resource: { type: "choice", label: "Resource" },
});

const statuses = ["RUNNING", "SUCCESS", "WARNING", "FAILED"].map((value) => ({ value }));

const WithDefault = () => (
  <FilterBar label="Job filters" filters={useFilters(jobFilters)} options={{ status: statuses }} />
);

const many = filterSet({
  "full.search": { type: "search", label: "Search catalog", fallback: "payments" },
  "full.type": { type: "states", label: "Type", fallback: "Pod:1,Node:1,Deployment:1,StatefulSet:1" },
  "full.health": { type: "states", label: "Health", fallback: "healthy:-1,unknown:-1" },
  "full.tags": {
    type: "tags",
    label: "Tags",
    fallback: "namespace____a-namespace-with-quite-a-long-name-indeed:1,env____prod:-1",
  },
  "full.severity": { type: "choice", label: "Severity", fallback: "Critical" },
});

const Full = () => (
  <FilterBar label="Many filters" filters={useFilters(many)} options={{ "full.severity": [{ value: "Critical" }] }} />
);

const panel = "w-72 rounded-lg border border-line bg-raised shadow-raised";
const types = ["ConfigMap", "CronJob", "DaemonSet", "Deployment", "Ingress", "Job", "Node", "Pod", "Secret", "Service"];
const tags = ["env:prod", "env:staging", "team:core", "team:data"];

function List({ items, chosen, isTags = false }: { items: readonly string[]; chosen: TriStates; isTags?: boolean }) {
  const [states, setStates] = useState(chosen);
  return (
    <div className={panel}>
      <FilterList
        label={isTags ? "Tags" : "Types"}
        options={items.map((value) => ({ value }))}
        states={states}
        change={setStates}
        {...(isTags && { groupOf: tagGroup })}
      />
    </div>
  );
}

export const entry: GalleryEntry = {
  name: "Filters",
  group: "Data",
  states: [
    { name: "Tri-state switch", draw: Switches },
    { name: "With a default", press: ["Status: SUCCESS (excluded)"], draw: WithDefault },
    { name: "Many active filters", draw: Full },
    { name: "A list of items", draw: () => <List items={types} chosen={new Map([["Pod", "include"]])} /> },
    {
      name: "Tags by key",
      draw: () => (
        <List
          items={tags}
          isTags
          chosen={
            new Map([
              ["env:prod", "exclude"],
              ["team:core", "include"],
            ])
          }
        />
      ),
    },
    {
      name: "Loading items",
      draw: () => (
        <div className={panel}>
          <FilterList label="Owners" options={undefined} states={new Map()} change={() => {}} />
        </div>
      ),
    },
  ],
};
