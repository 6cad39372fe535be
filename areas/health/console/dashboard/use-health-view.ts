// What the health page shows, from the address and from what this person chose last; and the ways to change it.
import { useEffect, useMemo } from "react";
import { usePreference } from "#console/preference.ts";
import { type UrlChanges, useUrl } from "#console/url/url-state.ts";
import { DEFAULT_RANGE, type HealthUrl, healthUrl } from "../health-url.ts";
import type { HealthView } from "./arrange.ts";
import { groupFields, parseFacet, tabFields } from "./facet.ts";
import { type RememberedView, rememberedView, STANDARD_VIEW } from "./remembered-view.ts";

export interface HealthPageView {
  url: HealthUrl;
  /** Never silent. */
  chosen: RememberedView;
  view: HealthView;
  timeRange: string;
  change(changes: UrlChanges<typeof healthUrl>, options?: { replace?: boolean }): void;
  /** Changes what is remembered, too. */
  choose(choice: Partial<RememberedView>, changes?: UrlChanges<typeof healthUrl>): void;
}

export function useHealthView(): HealthPageView {
  const [url, change] = useUrl(healthUrl);
  const remembered = usePreference(rememberedView);
  const { groupBy = remembered.groupBy, tabBy = remembered.tabBy, hidePassing = remembered.hidePassing } = url;

  // An address that is silent where this person's habit is not the product's would show others something else.
  const habits = useMemo(() => unsaid(url, remembered), [url, remembered]);
  useEffect(() => {
    if (habits) void change(habits, { replace: true });
  }, [habits, change]);

  return useMemo(() => {
    const chosen = { groupBy, tabBy, hidePassing };
    return {
      url,
      chosen,
      view: {
        hidePassing,
        health: url.health,
        query: url.query,
        labels: url.labels,
        tabBy: parseFacet(tabBy, tabFields),
        tab: url.tab,
        groupBy: parseFacet(groupBy, groupFields),
        sortBy: url.sortBy,
        isDescending: url.sortDesc === "true",
      },
      timeRange: url.timeRange ?? DEFAULT_RANGE,
      change: (changes, options) => void change(changes, options),
      choose: (choice, changes = {}) => {
        // Once the address says it: a silent one would be made to say it, and only that.
        void change({ ...choice, ...changes }).then(() => rememberedView.set({ ...rememberedView.get(), ...choice }));
      },
    };
  }, [url, groupBy, tabBy, hidePassing, change]);
}

function unsaid(url: HealthUrl, remembered: RememberedView): Partial<RememberedView> | undefined {
  const habits = Object.entries(remembered).filter(
    ([name, value]) =>
      url[name as keyof RememberedView] === undefined && STANDARD_VIEW[name as keyof RememberedView] !== value,
  );
  return habits.length === 0 ? undefined : Object.fromEntries(habits);
}
