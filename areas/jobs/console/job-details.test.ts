import { describe, expect, test } from "vitest";
import { deletedBy, errorsOf, reconcileSummaryOf, scrapeSummaryOf } from "./job-details.ts";

describe("the errors of a run", () => {
  test.each([
    ["a text", { errors: "no route to host" }, [{ text: "no route to host" }]],
    ["a list", { errors: ["one", "two"] }, [{ text: "one" }, { text: "two" }]],
    [
      "a map",
      { errors: { db: { error: { error: "away" } }, web: { error: "slow" } } },
      [
        { about: "db", text: "away" },
        { about: "web", text: "slow" },
      ],
    ],
    ["objects with a message", { errors: [{ message: "too long" }] }, [{ text: "too long" }]],
    ["something else", { errors: [{ code: 7 }] }, [{ text: '{\n  "code": 7\n}' }]],
    ["an empty text", { errors: "" }, []],
    ["an empty list", { errors: [] }, []],
    ["nothing", {}, []],
    ["no details", null, []],
  ])("reads %s", (_, details, errors) => expect(errorsOf(details)).toEqual(errors));
});

describe("the summary of a scrape", () => {
  const pods = { added: 2, updated: 1, changes: 4, warnings: ["no owner"] };
  const read = {
    type: "Pod",
    added: 2,
    updated: 1,
    unchanged: 0,
    deleted: 0,
    changes: 4,
    deduped: 0,
    warnings: ["no owner"],
  };
  test("the summary of a scrape is sorted by type", () => {
    const { types, rest } = scrapeSummaryOf({ scrape_summary: { Pod: pods, Node: { unchanged: 3 } } })!;
    expect(types.map(({ type }) => type)).toEqual(["Node", "Pod"]);
    expect(types[1]).toEqual(read);
    expect(rest).toBeUndefined();
  });
  test("the summary of a scrape may be nested in config_types, next to other fields", () => {
    const summary = scrapeSummaryOf({ scrape_summary: { config_types: { Pod: pods }, users: { saved: 3 } } });
    expect(summary).toEqual({ types: [read], rest: { users: { saved: 3 } } });
  });
  test.each([[null], [{}], [{ scrape_summary: {} }], [{ scrape_summary: "done" }]])(
    "is undefined for %o",
    (details) => {
      expect(scrapeSummaryOf(details)).toBeUndefined();
    },
  );
});

test("returns the reconcile summary unless it is empty", () => {
  expect(reconcileSummaryOf({ summary: { checks: { success: 3 } } })).toEqual({ checks: { success: 3 } });
  for (const details of [null, {}, { summary: {} }, { summary: "" }, { summary: null }])
    expect(reconcileSummaryOf(details)).toBeUndefined();
});

test("adds up the deleted rows, which older scraper runs store by type", () => {
  expect(deletedBy(null)).toBe(0);
  expect(deletedBy({ deleted: 3, scrape_summary: { config_types: { Pod: { deleted: 2 } } } })).toBe(3);
  expect(deletedBy({ scrape_summary: { config_types: { Pod: { deleted: 2 }, Node: { deleted: 1 } } } })).toBe(3);
});
