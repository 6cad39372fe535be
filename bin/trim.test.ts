import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { trim } from "./trim.mjs";

test("trimming an installation removes source maps, Markdown pages and TypeScript sources, and keeps programs, types and licenses", () => {
  const folder = mkdtempSync(join(tmpdir(), "trim-"));
  const outside = mkdtempSync(join(tmpdir(), "trim-outside-"));
  onTestFinished(() => [folder, outside].forEach((path) => rmSync(path, { recursive: true })));
  const inner = join(folder, "@scope/package/dist");
  mkdirSync(inner, { recursive: true });
  for (const name of [
    "index.js",
    "index.js.map",
    "index.d.ts",
    "index.d.mts",
    "map",
    "markdown.js",
    "README.md",
    "data.json",
  ])
    writeFileSync(join(inner, name), "");
  for (const name of ["LICENSE.md", "LICENCE", "Changelog.MD", "NOTICE.md", "package.json"])
    writeFileSync(join(folder, "@scope/package", name), "");
  writeFileSync(join(outside, "README.md"), "");
  for (const name of ["index.ts", "Button.tsx", "index.mts", "libpq.a"]) writeFileSync(join(inner, name), "");
  symlinkSync(outside, join(folder, "linked"));

  expect(trim(folder)).toBe(7);

  expect(readdirSync(inner).sort()).toEqual([
    "data.json",
    "index.d.mts",
    "index.d.ts",
    "index.js",
    "map",
    "markdown.js",
  ]);
  expect(readdirSync(join(folder, "@scope/package")).sort()).toEqual(
    ["LICENSE.md", "LICENCE", "NOTICE.md", "dist", "package.json"].sort(),
  );
  expect(readdirSync(outside)).toEqual(["README.md"]);
});
