import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { repository } from "#lib/load/repository.ts";
import type { ChromiumKind } from "./chromium.ts";

const folder = mkdtempSync(join(tmpdir(), "quarterdeck-chromium-"));
afterAll(() => rmSync(folder, { recursive: true }));

const program = (name: string, script: string, parent = folder) => {
  const path = join(parent, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
};
const broken = program("chromium", "echo 'install the snap first' >&2; exit 1");
const working = program("google-chrome", "echo Google Chrome 150.0.0.0");

/** Runs in a separate process, because Playwright and vitest cannot run in the same process. */
const find = (env: Record<string, string>, kind: ChromiumKind = "shell") => {
  const script = `import { findChromium } from "./tools/test/chromium.ts"; console.log(findChromium("${kind}"));`;
  const node = ["--input-type=module-typescript", "--disable-warning=ExperimentalWarning", "-e", script];
  return execFileSync(process.execPath, node, { cwd: repository, env, encoding: "utf8", stdio: "pipe" }).trim();
};

test("skips a launcher without a browser and uses the next launcher on the path", () => {
  expect(find({ PATH: folder })).toBe(working);
});

test("uses the headless shell for tests if there is one, and the browser for benches", () => {
  const shells = join(folder, "shells");
  mkdirSync(shells);
  const shell = program("chromium-headless-shell", "echo Chromium 150", shells);
  const PATH = [folder, shells].join(delimiter);
  expect(find({ PATH }, "shell")).toBe(shell);
  expect(find({ PATH }, "browser")).toBe(working);
});

test("uses CHROMIUM_PATH first, and rejects it if it is not a Chromium", () => {
  const other = program("my-chromium", "echo Chromium 150");
  expect(find({ PATH: folder, CHROMIUM_PATH: other })).toBe(other);
  expect(() => find({ PATH: folder, CHROMIUM_PATH: broken })).toThrow(
    `CHROMIUM_PATH=${broken} is not a working Chromium.`,
  );
});
