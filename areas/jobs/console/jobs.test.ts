import { describe, expect, test } from "vitest";
import { parseTriStates } from "#language/tri-state.ts";
import { kindOfResource, typesOfKind } from "#console/resources/job-resource.ts";
import { jobFilters, jobTime, minMillis, resourceTypeOptions, rowTypes, statusOptions } from "./jobs-filters.ts";

describe("SE-43 finds the kind of a job's resource by its type", () => {
  test.each([
    ["canary", "canary"],
    ["config_scraper", "config_scraper"],
    ["catalog_scraper", "config_scraper"],
    ["topology", "topology"],
    ["config", "config"],
    ["playbook", "playbook"],
    ["logging_backend", "logging_backend"],
    ["upstream", undefined],
    ["constructor", undefined],
    [null, undefined],
  ])("%s is %s", (type, kind) => expect(kindOfResource(type)).toBe(kind));

  test.each(["component", "components"])("TO-12 %s is a component, whose page the row links to", (type) =>
    expect(kindOfResource(type)).toBe("component"),
  );

  test("finds all types of a kind", () => {
    expect(typesOfKind("config_scraper")).toEqual(["config_scraper", "catalog_scraper"]);
    expect(typesOfKind("view")).toEqual([]);
  });
});

test("SE-45 SE-48 the filters have the documented options", () => {
  expect(Object.values(jobFilters).map(({ label }) => label)).toEqual([
    "Search jobs or resources",
    "Job Name",
    "Resource Type",
    "Status",
    "Duration",
    "Agent",
  ]);
  expect(resourceTypeOptions.map(({ label }) => label)).toEqual(["Canary", "Topology", "Catalog Scraper"]);
  expect(statusOptions.map(({ value }) => value)).toEqual(["RUNNING", "SUCCESS", "WARNING", "FAILED"]);
  expect(jobTime).toEqual({ type: "relative", display: "2 days", range: "now-2d" });
});

test("the filter for scrapers includes both type names, config_scraper and catalog_scraper", () => {
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
])("the duration filter %o means at least %o ms", (text, millis) => expect(minMillis(text)).toBe(millis));
