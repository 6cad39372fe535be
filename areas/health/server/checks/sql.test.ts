import { expect, test } from "vitest";
import { takeRows } from "#areas/connections/server/index.ts";
import { judgeRows } from "./sql.ts";

const taken = (rows: Iterable<Record<string, unknown>>) => {
  const found = takeRows();
  for (const row of rows) found.add(row);
  return found;
};
const many = (length: number, row: Record<string, unknown>) => Array.from({ length }, () => row);

test("keeps all rows up to the limit, without a message", () => {
  const found = taken(many(10_000, { n: 1 }));
  expect(judgeRows(found, {})).toMatchObject({ pass: true, data: { results: { count: 10_000, truncated: false } } });
  expect(judgeRows(found, {}).message).toBeUndefined();
});

test.each([
  ["rows", 12_000, { n: 1 }, 10_000],
  ["long texts", 20, { text: "x".repeat(2 ** 20) }, 16],
  ["binary values", 20, { bytes: new Uint8Array(4 * 2 ** 20) }, 4],
])("keeps the first of many %s, and counts all", (_, length, row, kept) => {
  const found = taken(many(length, row));
  expect([found.first.length, found.count]).toEqual([kept, length]);
  const outcome = judgeRows(found, { results: length });
  expect(outcome).toMatchObject({
    pass: true,
    message: `Expressions see only the first ${kept} of ${length} rows`,
    data: { results: { count: length, truncated: true } },
  });
  expect(judgeRows(found, { results: length + 1 }).pass).toBe(false);
});
