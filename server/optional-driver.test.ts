import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { scratchFolder } from "#tests/support/scratch.ts";
import { createKinds } from "./kinds.ts";
import { optionalDriver } from "./optional-driver.ts";

/** Creates the folder of a driver whose package exports a number. */
function driverFolder() {
  const folder = mkdtempSync(join(scratchFolder(), "driver-"));
  const lock = '{"lockfileVersion": 3}';
  writeFileSync(join(folder, "package.json"), "{}");
  writeFileSync(join(folder, "package-lock.json"), lock);
  const install = (stamp = createHash("sha256").update(lock).digest("hex")) => {
    mkdirSync(join(folder, "node_modules/answer"), { recursive: true });
    writeFileSync(join(folder, "node_modules/answer/index.js"), "module.exports = 42;");
    writeFileSync(join(folder, "node_modules/.quarterdeck-installed"), stamp);
  };
  return { folder, install };
}

const command = "node bin/quarterdeck.mjs install answer";

test("returns the install command until the driver is installed, then loads the driver without a restart", () => {
  const { folder, install } = driverFolder();
  const driver = optionalDriver<number>("answer", folder);
  expect(driver.installCommand()).toBe(command);
  expect(() => driver.load()).toThrow("Cannot find module");
  install();
  expect(driver.installCommand()).toBeUndefined();
  expect(driver.load()).toBe(42);
});

test("returns the install command if an earlier release installed a different version", () => {
  const { folder, install } = driverFolder();
  install("another lock file");
  expect(optionalDriver("answer", folder).installCommand()).toBe(command);
});

test("a kind has the install command only while its driver is missing", () => {
  const { folder, install } = driverFolder();
  const { installCommand } = optionalDriver("answer", folder);
  const kind = { family: "connection", type: "answer", title: "Answer", icon: "plug", spec: z.object({}) };
  const kinds = createKinds([{ name: "connections", kinds: [{ ...kind, installCommand }] }]);
  expect(kinds.of("connection")).toMatchObject([{ type: "answer", install: command }]);
  install();
  expect(kinds.of("connection")![0]).not.toHaveProperty("install");
});
