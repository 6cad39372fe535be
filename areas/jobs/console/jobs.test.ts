import { describe, expect, test } from "vitest";
import { parseTriStates } from "#language/tri-state.ts";
import { kindOfResource, typesOfKind } from "./job-resource.ts";
import { jobFilters, jobTime, leastMillis, resourceTypeOptions, rowTypes, statusOptions } from "./jobs-filters.ts";

describe("SE-43 the resource of a job is known by its type", () => {
  test.each([
    ["canary", "canary"],
    ["config_scraper", "config_scraper"],
    ["catalog_scraper", "config_scraper"],
    ["topology", "topology"],
    ["config", "config"],
    ["playbook", "playbook"],
    ["upstream", undefined],
    ["constructor", undefined],
    [null, undefined],
  ])("%s is %s", (type, kind) => expect(kindOfResource(type)).toBe(kind));

  test("and a kind by all the types it goes by", () => {
    expect(typesOfKind("config_scraper")).toEqual(["config_scraper", "catalog_scraper"]);
    expect(typesOfKind("view")).toEqual([]);
  });
});

test("SE-45 SE-48 the filters offer what is documented", () => {
  expect(Object.values(jobFilters).map(({ label }) => label)).toEqual([
    "Job Name",
    "Resource Type",
    "Status",
    "Duration",
  ]);
  expect(resourceTypeOptions.map(({ label }) => label)).toEqual(["Canary", "Topology", "Catalog Scraper"]);
  expect(statusOptions.map(({ value }) => value)).toEqual(["RUNNING", "SUCCESS", "WARNING", "FAILED"]);
  expect(jobTime).toEqual({ type: "relative", display: "2 days", range: "now-2d" });
});

test("scrapers are found by either of their names", () => {
  expect([...rowTypes(parseTriStates("config_scraper:-1,canary:-1"))]).toEqual([
    ["config_scraper", "exclude"],
    ["catalog_scraper", "exclude"],
    ["canary", "exclude"],
  ]);
});

test.each([
  ["15s", 15_000],
  ["1m30s", 90_000],
  ["", undefined],
  ["long", undefined],
])("a duration of %o is at least %o ms", (text, millis) => expect(leastMillis(text)).toBe(millis));
