// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import { onlyComponent, registryOf } from "#console/shell/registry.ts";
import { areas } from "./areas.console.ts";

const { pages } = registryOf(areas);

describe.each(pages)("the page $path", (page) => {
  test("has a title, and an icon if it is in the menu", () => {
    expect(page.title).not.toBe("");
    expect(page.menu === undefined || page.icon !== undefined).toBe(true);
  });

  test("loads as one component", async () => {
    expect(onlyComponent(await page.load())).toBeTypeOf("function");
  });

  test("requires a right, unless it is outside the shell or the person's own profile", () => {
    expect(page.needs === undefined).toBe(page.isBare === true || page.path === "/profile-settings");
  });
});
