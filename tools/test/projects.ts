// Which vitest project a test file runs in, decided by what the file needs, so that nobody has to say it:
//   system       spawns processes (imports node:child_process): one file at a time, with a database
//   integration  imports tests/database.ts or tests/test-server.ts: with a database
//   dom          stands on the console's side: in happy-dom
//   unit         everything else: no database, no DOM
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const projects = ["unit", "dom", "integration", "system"] as const;
export type Project = (typeof projects)[number];

export function projectOf(path: string, source: string): Project {
  if (/from "node:child_process"/.test(source)) return "system";
  if (
    /from "[^"]*tests\/(?:database|test-server)\.ts"|from "\.{1,2}\/(?:\w+\/)*(?:database|test-server)\.ts"/.test(
      source,
    )
  )
    return "integration";
  if (/^(?:console|areas\/[^/]+\/console)\//.test(path)) return "dom";
  return "unit";
}

/** Every test file of vitest's, by project. tests/console belongs to Playwright. */
export function testFiles(root: string): Record<Project, string[]> {
  const found: Record<Project, string[]> = { unit: [], dom: [], integration: [], system: [] };
  const roots = "{bin,language,generated,server,console,areas,main,tests,tools}";
  const files = globSync(`${roots}/**/*.test.{ts,tsx}`, { cwd: root, exclude: ["tests/console/**"] });
  for (const path of files.sort()) found[projectOf(path, readFileSync(join(root, path), "utf8"))].push(path);
  return found;
}
