// The view of the health page, from the URL and the user's last choices, and functions to change it.
import { useEffect, useMemo } from "react";
import { usePreference } from "#console/preference.ts";
import { type UrlChanges, useUrl } from "#console/url/url-state.ts";
import { DEFAULT_RANGE, type HealthUrl, healthUrl } from "../health-url.ts";
import type { HealthView } from "./arrange.ts";
import { groupFields, parseFacet, tabFields } from "./facet.ts";
import { type RememberedView, rememberedView, STANDARD_VIEW } from "./remembered-view.ts";

export interface HealthPageView {
  url: HealthUrl;
  /** The choices in effect. */
  chosen: RememberedView;
  view: HealthView;
  timeRange: string;
  change(changes: UrlChanges<typeof healthUrl>, options?: { replace?: boolean }): void;
  /** Changes the stored choices as well. */
  choose(choice: Partial<RememberedView>, changes?: UrlChanges<typeof healthUrl>): void;
}

export function useHealthView(): HealthPageView {
  const [url, change] = useUrl(healthUrl);
  const remembered = usePreference(rememberedView);
  const { groupBy = remembered.groupBy, tabBy = remembered.tabBy, hidePassing = remembered.hidePassing } = url;

  // Stored choices that differ from the defaults are written into the URL, so that others see the same page.
  const habits = useMemo(() => missingChoices(url, remembered), [url, remembered]);
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
        // The URL must change before the stored choices; otherwise the effect above would add only the new choice to
        // the URL.
        void change({ ...choice, ...changes }).then(() => rememberedView.set({ ...rememberedView.get(), ...choice }));
      },
    };
  }, [url, groupBy, tabBy, hidePassing, change]);
}

function missingChoices(url: HealthUrl, remembered: RememberedView): Partial<RememberedView> | undefined {
  const habits = Object.entries(remembered).filter(
    ([name, value]) =>
      url[name as keyof RememberedView] === undefined && STANDARD_VIEW[name as keyof RememberedView] !== value,
  );
  return habits.length === 0 ? undefined : Object.fromEntries(habits);
}
