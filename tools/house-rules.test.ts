// Tests repository rules that the compiler and the linter do not check.
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";

const folders = "{bin,lib,language,generated,server,console,areas,main,tests,tools}";
const files = globSync(`${folders}/**/*.{ts,tsx,mjs,js}`);
const read = (path: string) => readFileSync(path, "utf8");

test("no file has a generic name", () => {
  const vague = new Set("utils util helpers helper common types constants misc base manager service shared".split(" "));
  expect(files.filter((path) => vague.has(basename(path).split(".")[0]!.toLowerCase()))).toEqual([]);
});

test("only server/env/env.ts, the starter, tools and tests read the environment", () => {
  const free = /^(?:bin|tools|tests)\/|\.test\.tsx?$|^server\/env\/env\.ts$/;
  expect(files.filter((path) => !free.test(path) && /\bprocess\.env\b/.test(read(path)))).toEqual([]);
});

interface Locked {
  resolved?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}
const lock = JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> };

test("the lock file has every native package for linux on x64 and arm64", () => {
  const lacking: string[] = [];
  for (const [path, { optionalDependencies = {} }] of Object.entries(lock.packages)) {
    const parts = Object.keys(optionalDependencies).map((name) => ({
      name,
      locked: lock.packages[`${path}/node_modules/${name}`] ?? lock.packages[`node_modules/${name}`],
    }));
    for (const { name, locked } of parts)
      if (!locked && /linux-(?:x64|arm64)(?!.*musl)/.test(name)) lacking.push(`${path}: ${name}`);
    const forLinux = parts.flatMap(({ locked }) => (locked?.os?.includes("linux") ? [locked] : []));
    for (const cpu of ["x64", "arm64"])
      if (
        forLinux.length > 0 &&
        !forLinux.some((locked) => locked.cpu?.includes(cpu) && !locked.libc?.includes("musl"))
      )
        lacking.push(`${path || "package.json"}: nothing for linux ${cpu}`);
  }
  expect(lacking).toEqual([]);
});

test("the lock file and npm's settings contain no registry address", () => {
  const resolved = Object.entries(lock.packages).filter(([, locked]) => locked.resolved !== undefined);
  expect(resolved.map(([path]) => path)).toEqual([]);
  expect(read("package-lock.json")).not.toMatch(/https?:\/\/[^"]*\.tgz/);
  expect(read(".npmrc")).not.toMatch(/registry\s*=/);
});

test("dependencies are pinned to exact versions", () => {
  const manifest = JSON.parse(read("package.json")) as Record<string, Record<string, string>>;
  const all = ["dependencies", "devDependencies", "optionalDependencies", "overrides"].flatMap((kind) =>
    Object.entries(manifest[kind] ?? {}),
  );
  expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
});

test("every path in the documents and in comments exists", () => {
  const all = folders.replace("}", ",docs,drivers}");
  const paths = globSync([`${all}/**/*.*`, "*.*"], { exclude: ["**/node_modules/**"] });
  // A text may use a path relative to the folder that it is about, and may refer to a decision by its number.
  const exists = (name: string) => paths.some((path) => `/${path}`.includes(`/${name}`));
  const missing: string[] = [];
  const look = (path: string, text: string, name: RegExp) => {
    for (const [, found = ""] of text.matchAll(name)) if (!exists(found)) missing.push(`${path}: ${found}`);
  };
  const top = `(?:${all.slice(1, -1).replaceAll(",", "|")})`;
  const quoted = new RegExp(`\`#?(${top}/[\\w./-]+|[\\w./-]+\\.(?:ts|tsx|mjs|sql))\``, "g");
  const said = new RegExp(`(?:^|[\\s(])(${top}/[\\w./-]+\\.(?:ts|tsx|mjs|sql|md)|docs/decisions/\\d+)`, "g");
  for (const path of paths.filter((name) => name.endsWith(".md"))) look(path, read(path), quoted);
  for (const path of paths.filter((name) => /\.(?:ts|tsx|mjs|sql)$/.test(name)))
    for (const [comment] of read(path).matchAll(/^\s*(?:\/\/|\/?\*|--).*$/gm)) look(path, comment, said);
  expect(paths.length).toBeGreaterThan(1000);
  // These are examples, and a folder that an installation creates.
  const fine = /: (?:x\.(?:db\.)?test\.ts|drivers\/tedious\/node_modules\/?)$/;
  expect(missing.filter((line) => !fine.test(line))).toEqual([]);
});

test("every checklist id in a test title is in the checklist", () => {
  const rows = new Set([...read("docs/checklist.md").matchAll(/^\| ([A-Z]+-\d+) \|/gm)].map(([, id]) => id!));
  const families = new Set([...rows].map((id) => id.split("-")[0]!));
  const title = /\b(?:test|it|describe)(?:\.\w+)*(?:\([^()"'`]*\))?\(\s*(["'`])(.*?)\1/g;
  const unknown: string[] = [];
  for (const path of globSync("{bin,lib,language,server,console,areas,main,tests,tools}/**/*.{test,spec}.{ts,tsx}"))
    for (const [, , text = ""] of read(path).matchAll(title))
      for (const [id, family] of text.matchAll(/\b([A-Z]{2,4})-\d{2,}\b/g))
        if (!rows.has(id) && (families.has(family!) || text.startsWith(id))) unknown.push(`${path}: ${text}`);
  expect(rows.size).toBeGreaterThan(500);
  expect(unknown).toEqual([]);
});
