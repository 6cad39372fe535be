import { expect, test } from "vitest";
import { readCell, writeCell } from "./csv-cell.ts";

test.each([
  ["=1+1", "'=1+1"],
  ['=HYPERLINK("http://evil.test")', `'=HYPERLINK("http://evil.test")`],
  ["+1-1", "'+1-1"],
  ["-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", "'\r=1"],
  ["\n=1", "'\n=1"],
  ["＝1+1", "'＝1+1"],
  ["-", "'-"],
  ["'=1", "''=1"],
  ["''@x", "'''@x"],
])("writes %j as %j and reads it back", (text, cell) => {
  expect(writeCell(text)).toBe(cell);
  expect(readCell(cell)).toBe(text);
});

test.each(["", "a", "-5", "+5", "-0.5", "-.5", "1e-7", "-1E+9", "5", "a=b", "'quoted'", "'", "it's", " =1"])(
  "leaves %j unchanged",
  (text) => {
    expect(writeCell(text)).toBe(text);
    expect(readCell(text)).toBe(text);
  },
);
