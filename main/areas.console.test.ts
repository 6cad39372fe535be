// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import { onlyComponent, registryOf } from "#console/shell/registry.ts";
import { kindOfResource } from "#console/resources/job-resource.ts";
import { areas } from "./areas.console.ts";

const { pages, resources } = registryOf(areas);

describe.each(pages)("the page $path", (page) => {
  test("has a title, and an icon if it is in the menu", () => {
    expect(page.title).not.toBe("");
    expect(page.menu === undefined || page.icon !== undefined).toBe(true);
  });

  test("loads a file that exports one component", async () => {
    expect(onlyComponent(await page.load())).toBeTypeOf("function");
  });

  test("requires a right, unless it is outside the shell or the person's own profile", () => {
    expect(page.needs === undefined).toBe(page.isBare === true || page.path === "/profile-settings");
  });
});

test.each(["component", "components"])("TO-12 jobs and resources of the type %s link to /topology/{id}", (type) => {
  expect(resources.get(kindOfResource(type)!)?.href("c1")).toBe("/topology/c1");
  expect(pages.map(({ path }) => path)).toContain("/topology/$id");
});
