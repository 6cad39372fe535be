import { expect, test } from "vitest";
import { browserZone, printOffset, timeZoneOptions, zoneOfPreference } from "./time-zone.ts";
import { HOUR, isTimeZone } from "./zoned-time.ts";

test("uses the time zone in the preferences, or the time zone of the machine if the preferred zone is unknown", () => {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(["Europe/Berlin", browserZone, "Mars/Olympus"].map(zoneOfPreference)).toEqual(["Europe/Berlin", own, own]);
});

test("lists the browser's zone first, then all zones from west to east", () => {
  const options = timeZoneOptions(Date.parse("2026-11-15T00:00:00Z"));
  expect(options[0]!.name).toBe("Browser");
  const labels = options.map(({ label }) => label);
  expect(labels).toEqual(
    expect.arrayContaining(["Europe/Berlin (+01:00)", "America/New_York (-05:00)", "UTC (+00:00)"]),
  );
  expect(labels.indexOf("America/New_York (-05:00)")).toBeLessThan(labels.indexOf("Europe/Berlin (+01:00)"));
  expect(options.slice(1).every(({ name }) => isTimeZone(name))).toBe(true);
});

test.each([
  [0, "+00:00"],
  [5.5 * HOUR, "+05:30"],
  [-3.5 * HOUR, "-03:30"],
])("prints an offset of %d ms as %s", (offset, text) => expect(printOffset(offset)).toBe(text));
