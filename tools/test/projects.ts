// Assigns each test file to a vitest project by its imports:
//   system       node:child_process, or in tests/system: starts processes; one file at a time, with a database
//   integration  tests/support/database.ts or tests/support/test-server.ts: with a database
//   dom          part of the console: in happy-dom, unless its first line says `@vitest-environment node`
//   unit         everything else: no database, no DOM
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { importsOf } from "../imports.ts";

export type Project = "unit" | "dom" | "integration" | "system";

const needDatabase = ["tests/support/database.ts", "tests/support/test-server.ts"];

export function projectOf(path: string, source: string): Project {
  if (path.startsWith("tests/system/")) return "system";
  const targets = importsOf(path, source).map(({ to }) => to);
  if (targets.some((to) => "builtin" in to && to.builtin === "node:child_process")) return "system";
  if (targets.some((to) => "file" in to && needDatabase.includes(to.file))) return "integration";
  const isPure = source.startsWith("// @vitest-environment node\n");
  return /^(?:console|areas\/[^/]+\/console)\//.test(path) && !isPure ? "dom" : "unit";
}

/** Returns every test file of vitest, by project. tests/console belongs to Playwright. */
export function testFiles(root: string): Record<Project, string[]> {
  const found: Record<Project, string[]> = { unit: [], dom: [], integration: [], system: [] };
  const folders = "{bin,lib,language,generated,server,console,areas,main,tests,tools}";
  const files = globSync(`${folders}/**/*.test.{ts,tsx}`, { cwd: root, exclude: ["tests/console/**"] });
  for (const path of files.sort()) found[projectOf(path, readFileSync(join(root, path), "utf8"))].push(path);
  return found;
}
