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
])("%j is written as %j and read back", (text, cell) => {
  expect(writeCell(text)).toBe(cell);
  expect(readCell(cell)).toBe(text);
});

test.each(["", "a", "-5", "+5", "-0.5", "-.5", "1e-7", "-1E+9", "5", "a=b", "'quoted'", "'", "it's", " =1"])(
  "%j stays as it is",
  (text) => {
    expect(writeCell(text)).toBe(text);
    expect(readCell(text)).toBe(text);
  },
);
