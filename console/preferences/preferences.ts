// Display preferences in this browser, stored under the keys of earlier consoles and shared by all tabs.
import { preference, type Preference, usePreference } from "#console/preference.ts";
import { urlState, yesNo } from "#console/url/url-state.ts";
import { dateFormats, type DateFormat } from "#lib/time/dates.ts";
import { browserZone, zoneOfPreference } from "#lib/time/time-zone.ts";

export const dateFormat = preference<DateFormat>(
  "datetime_preference",
  (stored) => dateFormats.find((format) => format === stored) ?? "timestamp",
);

/** The date format in lists. By default lists show an age, which is quicker to read. */
export const listDateFormat: Pick<Preference<DateFormat>, "get" | "subscribe"> = {
  ...preference<DateFormat>(
    "datetime_preference",
    (stored) => dateFormats.find((format) => format === stored) ?? "short",
  ),
  subscribe: dateFormat.subscribe,
};

/** "Browser", or the name of a zone. */
export const timeZone = preference("display_timezone_preference", (stored) => stored ?? browserZone);

export const showDeletedConfigs = preference(
  "show_deleted_items_preference",
  (stored) => stored === "yes",
  (isShown) => (isShown ? "yes" : "no"),
);

/** The width of topology cards, in pixels. */
export const cardWidth = preference(
  "topology_card_width",
  (stored) => {
    const width = Number.parseInt(stored ?? "", 10);
    return Number.isNaN(width) ? CARD_WIDTH.standard : Math.min(CARD_WIDTH.max, Math.max(CARD_WIDTH.min, width));
  },
  (width) => `${width}px`,
);
export const CARD_WIDTH = { standard: 554, min: 250, max: 768, step: 2 } as const;

/** The path that / opens: a page of the menu or a view. Empty for the default. */
export const homePage = preference("home_page", (stored) => (stored?.startsWith("/") ? stored : ""));

/**
 * Stored in the URL, so that a shared link shows the same page. Hidden components are shown unless the value is "no".
 */
export const hiddenComponentsUrl = urlState({ showHiddenComponents: yesNo(true) });

let ownZone: string | undefined;

/** The display time zone as an Intl name. Cached, since Intl is slow and every date on a page uses it. */
export function useTimeZone(): string {
  const chosen = usePreference(timeZone);
  return chosen === browserZone ? (ownZone ??= zoneOfPreference(browserZone)) : zoneOfPreference(chosen);
}
