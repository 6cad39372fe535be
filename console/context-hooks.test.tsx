// Hooks that need somebody above them say so, instead of drawing half a page.
import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { draw } from "../tests/console/draw.ts";
import { useAccess, useActor, useFeature } from "./access/access.ts";
import { useRegistry } from "./shell/registry.ts";
import { useShell } from "./shell/shell-state.ts";
import { useSpec } from "./widgets/form/spec/spec-context.ts";
import { useGraph } from "./widgets/graph/cards.tsx";

const hooks: Readonly<Record<string, readonly (readonly [hook: () => unknown, says: string])[]>> = {
  "console/access/access.ts": [
    [useAccess, "need an AccessProvider above them"],
    [useActor, "need an AccessProvider above them"],
    [() => useFeature("health"), "need an AccessProvider above them"],
  ],
  "console/shell/registry.ts": [[useRegistry, "needs a RegistryContext above it"]],
  "console/shell/shell-state.ts": [[useShell, "needs a Shell above it"]],
  "console/widgets/form/spec/spec-context.ts": [[useSpec, "must be used within a SpecForm"]],
  "console/widgets/graph/cards.tsx": [[useGraph, "needs a graph around it"]],
};

test.each(Object.values(hooks).flat())("WG-63 %s outside of its provider raises an error", async (useHook, says) => {
  const Asking = () => String(useHook());
  await expect(draw(<Asking />)).rejects.toThrow(says);
});

const withContext = globSync("{console,areas}/**/*.{ts,tsx}")
  .filter((path) => !path.endsWith(".test.tsx") && readFileSync(path, "utf8").includes("createContext"))
  .sort();

test("WG-63 no context of the console is left out above", () => {
  expect(withContext.filter((path) => path.startsWith("console/"))).toEqual(Object.keys(hooks).sort());
});

test("WG-63 contexts of areas have a test of their own for it", () => {
  const ofAreas = withContext.filter((path) => path.startsWith("areas/"));
  const untested = ofAreas.filter((path) => !existsSync(path.replace(/\.tsx?$/, ".test.tsx")));
  expect(untested).toEqual([]);
});
