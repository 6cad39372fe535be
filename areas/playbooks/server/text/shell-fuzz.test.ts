// Builds random scripts from the syntax that affects quoting. Every accepted script runs in sh and bash: no quoted
// value may be executed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { chanceOf } from "#tests/support/chance.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { environmentOf } from "./environment.ts";
import { renderBlock } from "./render-block.ts";

const folder = mkdtempSync(join(tmpdir(), "playbook-scripts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const canary = join(folder, "canary");

const value = "[% .x | shellQuote %]";
const pieces = [
  ["'", '"', "`", "\\", "$", "(", ")", "#", ";", "\n", " ", "a", "!", "-", "]"],
  ["((", "))", "$(", "$((", "${x:-", "}", "[[ ", " ]]", " # ", "$'", '$"', "$[", "$$", "<(", "<<<"],
  [
    "<<EOF\n",
    "\nEOF\n",
    "case x in a) ",
    " ;; esac",
    "if :; then ",
    "; fi",
    "{ ",
    "; }",
    "f() ",
    "echo ",
    "x=",
    "|cat ",
  ],
  [value, value, value, value],
].flat();
const payloads = [
  "$(touch canary)`touch canary`",
  "a\ntouch canary\n",
  "'\ntouch canary\n'",
  '"\ntouch canary\n"',
  "\\'\ntouch canary #",
  "a[$(touch canary)]",
  ";touch canary;",
  ")\ntouch canary\n(",
  "EOF\ntouch canary\n",
];

test("in random scripts that are accepted, no quoted value is executed", async () => {
  const chance = chanceOf(22);
  const executed: string[] = [];
  let accepted = 0;
  for (const script of chance.times(2_000, () => chance.text(pieces, 12) + value)) {
    const block = { script: `# gotemplate: left-delim=[% right-delim=%]\n${script}` };
    const values = { ...environmentOf({}), x: chance.pick(payloads) };
    const kind = { type: "exec", scripts: { script: "shell" } } as const;
    const rendered = await renderBlock({ kind, block, values, scrubber: createScrubber() }).catch(() => undefined);
    if (!rendered) continue;
    accepted += 1;
    for (const shell of ["/bin/sh", "/bin/bash"])
      spawnSync(shell, ["-c", rendered.block["script"] as string], { cwd: folder, env: { PATH: "/usr/bin:/bin" } });
    if (existsSync(canary)) executed.push(`${script} with ${values.x}`);
    rmSync(canary, { force: true });
  }
  expect(executed).toEqual([]);
  expect(accepted).toBeGreaterThan(100);
});
