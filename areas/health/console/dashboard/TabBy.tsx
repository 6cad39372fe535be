import { localAgent } from "#language/local-agent.ts";
import { ChoiceFilter } from "#console/widgets/filter/ChoiceFilter.tsx";
import type { TabBy } from "./facet.ts";
import { printFacet, tabFields } from "./facet.ts";
import type { LabelKey } from "./label-filter.ts";
import type { Dashboard } from "./use-dashboard.ts";

interface TabBySelectProps {
  dashboard: Dashboard;
  isQuiet?: boolean;
}

/** Selects the field or label that the tabs are based on. */
export const TabBySelect = ({ dashboard: { page, keys }, isQuiet = false }: TabBySelectProps) => (
  <ChoiceFilter
    label="Tab By"
    all={false}
    isQuiet={isQuiet}
    options={tabOptions(keys)}
    value={page.chosen.tabBy}
    change={(tabBy) => page.choose({ tabBy }, { tab: undefined })}
  />
);

const tabOptions = (keys: readonly LabelKey[]) => [
  { value: "namespace", label: "Namespace" },
  ...keys.filter(({ isFlag }) => !isFlag).map(({ key }) => ({ value: labelValue(key), label: key })),
  { value: "agent_id", label: "Agent" },
];

const labelValue = (key: string) => printFacet({ type: "label", key }, tabFields);

/** Agent tabs show agent names; this system also has a tab. */
export function tabName(value: string, by: TabBy, agentNames: ReadonlyMap<string, string>): string {
  if (by.type === "label" || by.field !== "agent_id") return value;
  return agentNames.get(value) ?? (value === localAgent ? "local" : value);
}
