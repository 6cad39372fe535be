import { expect, test } from "vitest";
import { runsTypeScript } from "./runtime.mjs";

test.each([
  ["v20.19.0", false],
  ["v22.17.1", false],
  ["v22.18.0", true],
  ["v22.21.0", true],
  ["v23.5.0", false],
  ["v24.0.0", true],
  ["v24.21.0", true],
  ["v26.1.0", true],
])("runsTypeScript for Node %s is %s", (version, does) => {
  expect(runsTypeScript(version)).toBe(does);
});
