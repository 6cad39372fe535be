// Tests that hooks which need a provider throw an error without it, instead of rendering half a page.
import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { draw } from "#tests/console/draw.ts";
import { useAccess, useActor, useFeature } from "./access/access.ts";
import { BellCount } from "./shell/bell.tsx";
import { useRegistry } from "./shell/registry.ts";
import { useShell } from "./shell/shell-state.ts";
import { useSpec } from "./widgets/form/spec/spec-context.ts";
import { useGraph } from "./widgets/graph/cards.tsx";

const hooks: Readonly<Record<string, readonly (readonly [hook: () => unknown, message: string])[]>> = {
  "console/access/access.ts": [
    [useAccess, "need an AccessProvider above them"],
    [useActor, "need an AccessProvider above them"],
    [() => useFeature("health"), "need an AccessProvider above them"],
  ],
  "console/shell/bell.tsx": [[() => BellCount({ count: 1, words: "1 message" }), "needs BellCounts above it"]],
  "console/shell/registry.ts": [[useRegistry, "needs a RegistryContext above it"]],
  "console/shell/shell-state.ts": [[useShell, "needs a Shell above it"]],
  "console/widgets/form/spec/spec-context.ts": [[useSpec, "must be used within a SpecForm"]],
  "console/widgets/graph/cards.tsx": [[useGraph, "must be used within a Graph"]],
};

test.each(Object.values(hooks).flat())("WG-63 %s throws outside of its provider", async (useHook, message) => {
  const Probe = () => String(useHook());
  await expect(draw(<Probe />)).rejects.toThrow(message);
});

const withContext = globSync("{console,areas}/**/*.{ts,tsx}")
  .filter((path) => !path.endsWith(".test.tsx") && readFileSync(path, "utf8").includes("createContext"))
  .sort();

test("WG-63 the tests above cover every context of the console", () => {
  expect(withContext.filter((path) => path.startsWith("console/"))).toEqual(Object.keys(hooks).sort());
});

test("WG-63 every context of an area has its own test for a missing provider", () => {
  const inAreas = withContext.filter((path) => path.startsWith("areas/"));
  const untested = inAreas.filter((path) => !existsSync(path.replace(/\.tsx?$/, ".test.tsx")));
  expect(untested).toEqual([]);
});
