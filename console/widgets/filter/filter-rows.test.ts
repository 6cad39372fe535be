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

/** The ids of the rows that match the URL parameters. */
const filtered = (params: Record<string, string>) => {
  const filters = {
    set,
    states: (name: string) => parseTriStates(params[name]),
    text: (name: string) => params[name] ?? "",
  };
  return filterRows(rows, filters, readers)
    .map(({ id }) => id)
    .join("");
};

test.each([
  [{}, "abcd"],
  [{ status: "healthy:1" }, "a"],
  [{ status: "healthy:1,warning:1" }, "ac"],
  // Rows without a status are not excluded.
  [{ status: "healthy:-1" }, "bcd"],
  [{ tags: "env____prod:1" }, "ac"],
  // Values of the same key are combined with OR, different keys with AND.
  [{ tags: "env____prod:1,env____staging:1,team____core:1" }, "ab"],
  [{ tags: "env____prod:1,team____core:-1" }, "c"],
  [{ region: "us" }, "bc"],
  [{ search: "MACHINE b" }, "b"],
  [{ search: "healthy" }, "ab"],
  [{ search: "machine warn" }, "c"],
  [{ search: "a", region: "us", status: "unhealthy:1" }, "b"],
])("the filter %j selects %s", (params, left) => expect(filtered(params)).toBe(left));

test("without filters, returns the same list, so that nothing is rendered again", () => {
  const none = { set, states: () => new Map(), text: () => "" };
  expect(filterRows(rows, none, readers)).toBe(rows);
});
