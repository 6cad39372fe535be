// @vitest-environment node
import { expect, test } from "vitest";
import { addDays, addMonths, dayName, monthName, weeksOf } from "./month.ts";

test("a month has six weeks, starting on Monday", () => {
  const weeks = weeksOf("2026-11");
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([
    "2026-10-26",
    "2026-10-27",
    "2026-10-28",
    "2026-10-29",
    "2026-10-30",
    "2026-10-31",
    "2026-11-01",
  ]);
  expect(weeks[5]?.[6]).toBe("2026-12-06");
  // A month that begins on a Monday.
  expect(weeksOf("2027-02")[0]?.[0]).toBe("2027-02-01");
});

test("adds days and months across month and year ends", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
  expect(addMonths("2026-12-15", 1)).toBe("2027-01-15");
  expect(addMonths("2027-03-31", -1)).toBe("2027-02-28");
});

test("formats months and days", () => {
  expect(monthName("2026-11")).toBe("November 2026");
  expect(dayName("2026-11-05")).toBe("Thursday, November 5, 2026");
});
