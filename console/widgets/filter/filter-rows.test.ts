// @vitest-environment node
import { expect, test } from "vitest";
import { parseTriStates } from "#language/tri-state.ts";
import { filterRows } from "./filter-rows.ts";
import { filterSet } from "./filter-set.ts";

const set = filterSet({
  search: { type: "search", label: "Search" },
  status: { type: "states", label: "Status" },
  tags: { type: "tags", label: "Tags" },
  region: { type: "choice", label: "Region" },
});

const rows = [
  { id: "a", status: "healthy", tags: ["env:prod", "team:core"], region: "eu" },
  { id: "b", status: "unhealthy", tags: ["env:staging", "team:core"], region: "us" },
  { id: "c", status: "warning", tags: ["env:prod", "team:data"], region: "us" },
  { id: "d", status: null, tags: [], region: "eu" },
];
type Row = (typeof rows)[number];
const readers = {
  search: ({ id, status }: Row) => [`Machine ${id}`, status ?? ""],
  status: ({ status }: Row) => status,
  tags: ({ tags }: Row) => tags,
  region: ({ region }: Row) => region,
};

/** As an address has them. */
const found = (given: Record<string, string>) => {
  const filters = {
    set,
    states: (name: string) => parseTriStates(given[name]),
    text: (name: string) => given[name] ?? "",
  };
  return filterRows(rows, filters, readers)
    .map(({ id }) => id)
    .join("");
};

test.each([
  [{}, "abcd"],
  [{ status: "healthy:1" }, "a"],
  [{ status: "healthy:1,warning:1" }, "ac"],
  // What has no status is not one of those that are out.
  [{ status: "healthy:-1" }, "bcd"],
  [{ tags: "env____prod:1" }, "ac"],
  // Values of one key widen, other keys narrow.
  [{ tags: "env____prod:1,env____staging:1,team____core:1" }, "ab"],
  [{ tags: "env____prod:1,team____core:-1" }, "c"],
  [{ region: "us" }, "bc"],
  [{ search: "MACHINE b" }, "b"],
  [{ search: "healthy" }, "ab"],
  [{ search: "machine warn" }, "c"],
  [{ search: "a", region: "us", status: "unhealthy:1" }, "b"],
])("%j leaves %s", (given, left) => expect(found(given)).toBe(left));

test("without a filter the rows are the same list, so that nothing is drawn anew", () => {
  const none = { set, states: () => new Map(), text: () => "" };
  expect(filterRows(rows, none, readers)).toBe(rows);
});
