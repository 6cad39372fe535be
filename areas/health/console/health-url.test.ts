// @vitest-environment node
import { expect, test } from "vitest";
import { parseSearch } from "#console/url/search.ts";
import { changeUrl, parseUrl } from "#console/url/url-state.ts";
import { healthUrl, timeRanges } from "./health-url.ts";

const read = (search: string) => parseUrl(healthUrl, parseSearch(search));

test("HL-05 HL-06 HL-12 HL-13 an empty URL means the table with the worst health first, without a pivot", () => {
  expect(read("")).toMatchObject({
    checkId: "",
    timeRange: undefined,
    layout: "table",
    query: "",
    groupBy: undefined,
    tabBy: undefined,
    hidePassing: undefined,
    sortBy: "health",
    sortDesc: "false",
    pivotBy: "none",
    pivotCellType: "checkStatuses",
  });
  expect(read("?layout=tiles&sortDesc=maybe&pivotBy=colour&timeRange=7m&hidePassing=perhaps")).toEqual(read(""));
});

test("HL-48 offers these time ranges", () => {
  expect(timeRanges.join(" ")).toBe("15m 1h 2h 3h 6h 12h 1d 2d 3d 1w 2w 3w 1mo 2mo 3mo 6mo 1y 2y 3y 5y");
});

test("HL-08 HL-09 HL-10 writes a choice even if it is the default, because other people may have a different default", () => {
  expect(changeUrl(healthUrl, "", { groupBy: "canary_name", tabBy: "namespace", hidePassing: true })).toBe(
    "?groupBy=canary_name&tabBy=namespace&hidePassing=true",
  );
  expect(read("?hidePassing=false").hidePassing).toBe(false);
  expect(read("?hidePassing=yes").hidePassing).toBe(true);
});

test("HL-04 writes the time range when a check is closed, even if it is the default", () => {
  expect(changeUrl(healthUrl, "?checkId=1&query=a", { checkId: undefined, timeRange: "1h" })).toBe(
    "?query=a&timeRange=1h",
  );
});

const labels = new Map([
  ["canary:app:web", "include"],
  ["canary:url:http://a:1", "exclude"],
] as const);
const json = '{"canary:app:web":1,"canary:url:http://a:1":-1}';

test.each([
  ["once encoded", encodeURIComponent(json)],
  ["twice encoded, as earlier consoles did", encodeURIComponent(encodeURIComponent(json))],
])("HL-11 reads labels as a JSON map of label ids, %s", (_, text) => {
  expect(read(`?labels=${text}`).labels).toEqual(labels);
});

test("HL-11 ignores invalid labels, and parses the labels that it printed", () => {
  for (const bad of ["1", "null", "[]", "{", "%25E0%25A4%25A", '{"canary:a:b":2}'])
    expect(read(`?labels=${encodeURIComponent(bad)}`).labels).toEqual(new Map());
  const written = changeUrl(healthUrl, "", { labels });
  expect(read(written).labels).toEqual(labels);
  expect(changeUrl(healthUrl, written, { labels: new Map() })).toBe("");
});
