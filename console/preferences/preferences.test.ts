import { afterEach, expect, test } from "vitest";
import { parseUrl } from "#console/url/url-state.ts";
import { cardWidth, dateFormat, hiddenComponentsUrl, showDeletedConfigs, timeZone } from "./preferences.ts";

afterEach(() => localStorage.clear());

test("SH-36 SH-37 SH-38 SH-39 the defaults are no deleted configs, cards of 554 px, timestamps and the browser's zone", () => {
  expect(showDeletedConfigs.get()).toBe(false);
  expect(cardWidth.get()).toBe(554);
  expect(dateFormat.get()).toBe("timestamp");
  expect(timeZone.get()).toBe("Browser");
});

test("stores values under the keys and in the format of earlier versions", () => {
  showDeletedConfigs.set(true);
  cardWidth.set(300);
  dateFormat.set("medium");
  timeZone.set("Asia/Kathmandu");
  expect({ ...localStorage }).toEqual({
    show_deleted_items_preference: "yes",
    topology_card_width: "300px",
    datetime_preference: "medium",
    display_timezone_preference: "Asia/Kathmandu",
  });
});

test.each([
  ["100px", 250],
  ["9000px", 768],
  ["wide", 554],
  ["600", 600],
])("reads the stored card width %s as %i", (stored, width) => {
  localStorage.setItem("topology_card_width", stored);
  expect(cardWidth.get()).toBe(width);
});

test("falls back to the default for an unknown format", () => {
  localStorage.setItem("datetime_preference", "fancy");
  expect(dateFormat.get()).toBe("timestamp");
});

test("SH-35 shows hidden components unless the URL disables showing them", () => {
  const shown = (search: Record<string, string>) => parseUrl(hiddenComponentsUrl, search).showHiddenComponents;
  expect([shown({}), shown({ showHiddenComponents: "yes" }), shown({ showHiddenComponents: "maybe" })]).toEqual([
    true,
    true,
    true,
  ]);
  expect(shown({ showHiddenComponents: "no" })).toBe(false);
});
