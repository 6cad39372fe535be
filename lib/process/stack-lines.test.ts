import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { inSources, linesFile, record, recordBytes, sourcesFile } from "./stack-lines.ts";

function built(): string {
  const root = mkdtempSync(join(tmpdir(), "stack-lines-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = join(root, "dist/server");
  mkdirSync(folder, { recursive: true });
  const lines = Buffer.alloc(4 * recordBytes);
  record(lines, 1, { source: 2, line: 70_000 });
  record(lines, 3, { source: 1, line: 1 });
  writeFileSync(join(folder, linesFile), lines);
  writeFileSync(join(folder, sourcesFile), "server/first.ts\nareas/health/second.ts");
  return root;
}

const trace = (...places: string[]) =>
  ["Error: it broke", ...places.map((place) => `    at run (${place})`)].join("\n");

test("a line of the built server is mapped to the line of its source", () => {
  const root = built();
  const stack = trace(
    `file://${root}/dist/server/server.js:2:17`,
    `${root}/dist/server/server.js:4:1`,
    "node:internal/process:3:1",
  );
  expect(inSources(stack)).toBe(
    trace(`${root}/areas/health/second.ts:70000`, `${root}/server/first.ts:1`, "node:internal/process:3:1"),
  );
});

test("a line without a known source is unchanged", () => {
  const root = built();
  const stack = trace(
    `file://${root}/dist/server/server.js:1:1`,
    `file://${root}/dist/server/server.js:99:1`,
    `file:///nowhere/dist/server/server.js:1:1`,
    `file://${root}/node_modules/pg/lib/client.js:2:1`,
  );
  expect(inSources(stack)).toBe(stack);
});
