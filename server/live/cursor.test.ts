import { expect, test } from "vitest";
import { isTooOld, parseCursor, printCursor } from "./cursor.ts";

test("a printed cursor can be parsed", () => {
  for (const snapshot of ["745:745:", "745:751:745,748", "1:9223372036854775807:5"]) {
    const cursor = { at: 1_794_700_000, snapshot };
    expect(parseCursor(printCursor(cursor))).toEqual(cursor);
  }
});

test.each([
  ["", "empty"],
  ["12", "a number"],
  ["1-745:745", "missing part"],
  ["1-745:740:", "xmax before xmin"],
  ["1-745:751:744", "running transaction before xmin"],
  ["1-745:751:748,746", "running transactions out of order"],
  ["1-745:751:748,748", "duplicate running transaction"],
  ["1-745:751:751", "running transaction after xmax"],
  ["1-0:5:", "transaction id zero"],
  ["1-1:99999999999999999999:", "transaction id too large"],
  ["1-745:745:'; drop table changes", "SQL injection"],
])("parseCursor rejects %j: %s", (text) => {
  expect(parseCursor(text)).toBeUndefined();
});

test("a cursor is too old once the changes after it may have been pruned", () => {
  expect(isTooOld({ at: 1_000, snapshot: "1:1:" }, 1_000 + 15 * 60)).toBe(false);
  expect(isTooOld({ at: 1_000, snapshot: "1:1:" }, 1_001 + 15 * 60)).toBe(true);
});
