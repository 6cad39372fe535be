// Tests the server that npm start runs, which is built from the sources (vite.server.config.ts).
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { repository } from "#lib/load/repository.ts";
import { inSources } from "#lib/process/stack-lines.ts";

const program = join(repository, "dist/server/server.js");

beforeAll(() => {
  execFileSync(process.execPath, ["--disable-warning=ExperimentalWarning", "tools/test/build.ts"], { cwd: repository });
});

test("a stack trace of the built server points to the line of the source", () => {
  const lines = readFileSync(program, "utf8").split("\n");
  const index = lines.findIndex((line) => line.startsWith("async function claimTurns("));
  const mapped = inSources(`    at claimTurns (file://${program}:${index + 1}:1)`);
  const [, file, line] = /\((.*):(\d+)\)/.exec(mapped)!;
  expect(file).toBe(join(repository, "areas/health/server/engine/claim.ts"));
  expect(readFileSync(file!, "utf8").split("\n")[Number(line) - 1]).toContain("function claimTurns(");
});

test("the bundle contains only one-byte characters, so that V8 stores it in half the memory", () => {
  expect(readFileSync(program, "latin1")).not.toMatch(/[^\0-\u007F]/);
});
