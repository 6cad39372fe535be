import { expect, test } from "vitest";
import { isTooOld, parseCursor, printCursor } from "./cursor.ts";

test("a cursor is the same after it was an event's id", () => {
  for (const snapshot of ["745:745:", "745:751:745,748", "1:9223372036854775807:5"]) {
    const cursor = { at: 1_794_700_000, snapshot };
    expect(parseCursor(printCursor(cursor))).toEqual(cursor);
  }
});

test.each([
  ["", "nothing"],
  ["12", "a number"],
  ["1-745:745", "a part missing"],
  ["1-745:740:", "ends before it begins"],
  ["1-745:751:744", "running before the first"],
  ["1-745:751:748,746", "out of order"],
  ["1-745:751:748,748", "twice the same"],
  ["1-745:751:751", "running after the last"],
  ["1-0:5:", "no transaction has the number zero"],
  ["1-1:99999999999999999999:", "larger than a number can be"],
  ["1-745:745:'; drop table changes", "something else"],
])("%j is no cursor: %s", (text) => {
  expect(parseCursor(text)).toBeUndefined();
});

test("a cursor is too old once the changes after it may be gone", () => {
  expect(isTooOld({ at: 1_000, snapshot: "1:1:" }, 1_000 + 15 * 60)).toBe(false);
  expect(isTooOld({ at: 1_000, snapshot: "1:1:" }, 1_001 + 15 * 60)).toBe(true);
});
