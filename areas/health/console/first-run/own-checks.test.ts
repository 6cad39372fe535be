// @vitest-environment node
import { expect, test } from "vitest";
import type { HealthPageView } from "../dashboard/use-health-view.ts";
import { isFirstRun, withPassing } from "./own-checks.ts";

test("the first-run state lasts until there is a check of a different type", () => {
  expect(isFirstRun([])).toBe(true);
  expect(isFirstRun([{ type: "quarterdeck" }, { type: "quarterdeck" }])).toBe(true);
  expect(isFirstRun([{ type: "quarterdeck" }, { type: "http" }])).toBe(false);
});

test("shows passing checks unless the URL hides them", () => {
  const page = (hidePassing: boolean | undefined) =>
    ({ url: { hidePassing }, chosen: { hidePassing: true }, view: { hidePassing: true } }) as HealthPageView;
  expect(withPassing(page(undefined))).toMatchObject({ chosen: { hidePassing: false }, view: { hidePassing: false } });
  expect(withPassing(page(true))).toMatchObject({ chosen: { hidePassing: true }, view: { hidePassing: true } });
});
