import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { breaches, isForConsole } from "./boundaries.ts";
import { knotsOf } from "./knots.ts";

const { dependencies, optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as Record<
  "dependencies" | "optionalDependencies",
  Record<string, string>
>;
const packages = Object.keys({ ...dependencies, ...optionalDependencies });
const runtimePackages = new Set(packages.filter((name) => !isForConsole(name)));
const consolePackages = new Set(packages.filter(isForConsole));

const folders = "{bin,lib,language,generated,server,console,areas,main,tests,tools}";
const files = globSync([`${folders}/**/*.{ts,tsx,mjs,js}`, "*.ts"]);
const sources = new Map(files.sort().map((path) => [path, readFileSync(path, "utf8")]));

test("every import of this repository respects the architecture", () => {
  expect(breaches({ sources, runtimePackages, consolePackages }).join("\n")).toBe("");
});

/**
 * Lower these limits when fewer files or pairs remain. To solve a cycle, move the shared type to a file that both sides
 * import.
 */
const maxima = { filesInCycles: 26, pairsOfSiblings: 14, pairsOfNested: 34 };

test("the number of product files and folders that import each other stays below its limit, including type imports", () => {
  const { cycles, pairs } = knotsOf(sources);
  const [nested, siblings] = [pairs.filter(({ isNested }) => isNested), pairs.filter(({ isNested }) => !isNested)];
  /** Returns the list of cycles or pairs if there are more of them than allowed. */
  const excess = (count: number, max: number, knots: readonly string[]) =>
    count > max ? `${count}, at most ${max}:\n${knots.join("\n")}` : "";
  const listed = (all: typeof pairs) => all.map(({ imports }) => imports.join(", and "));
  const filesInCycles = cycles.flat().length;
  const cycleList = cycles.map((cycle) => cycle.join(", "));
  expect({
    filesInCycles: excess(filesInCycles, maxima.filesInCycles, cycleList),
    pairsOfSiblings: excess(siblings.length, maxima.pairsOfSiblings, listed(siblings)),
    pairsOfNested: excess(nested.length, maxima.pairsOfNested, listed(nested)),
  }).toEqual({ filesInCycles: "", pairsOfSiblings: "", pairsOfNested: "" });
});

/** Returns the rule violations in a repository with these files. */
const judge = (files: Record<string, string>) =>
  breaches({
    sources: new Map(Object.entries(files)),
    runtimePackages: new Set(["pg", "zod", "fastify"]),
    consolePackages: new Set(["react", "vite"]),
  });

const order = {
  "main/areas.server.ts": `import { people } from "../areas/people/server/index.ts";
import { identity } from "../areas/identity/server/index.ts";
export const areas = [identity, people];`,
  "areas/identity/server/index.ts": "export const identity = {};",
  "areas/people/server/index.ts": "export const people = {};",
};

test.each([
  [
    "an area imports its own contract and the server",
    "areas/health/server/routes.ts",
    'import { x } from "../contract.ts"; import { y } from "#server/log.ts"; import { readFile } from "node:fs/promises"; import { z } from "zod";',
  ],
  [
    "a page imports its own contract, widgets and the types of rows",
    "areas/health/console/Page.tsx",
    'import { x } from "../contract.ts"; import { Age } from "#console/widgets/time/Age.tsx"; import type { Row } from "#generated/tables.ts"; import React from "react";',
  ],
  [
    "an area imports the index file of an earlier one",
    "areas/people/server/invite.ts",
    'import { identity } from "../../identity/server/index.ts";',
  ],
  [
    "a test uses the test database and Node",
    "areas/health/server/a.test.ts",
    'import { testDatabase } from "../../../tests/database.ts"; import { test } from "vitest"; import fs from "node:fs";',
  ],
  ["the server imports types from a development package", "server/a.ts", 'import type { X } from "some-types";'],
  [
    "tools import anything",
    "tools/types/index.ts",
    'import { areas } from "../../main/areas.server.ts"; import vite from "vite"; import "../../server/log.ts";',
  ],
  [
    "imports in comments and strings are ignored",
    "language/a.ts",
    '// import x from "node:fs";\nconst text = \'import x from "node:fs"\';',
  ],
])("finds no breach if %s", (_, path, source) => {
  expect(judge({ ...order, [path]: source })).toEqual([]);
});

test.each([
  [
    "a page imports another area",
    "areas/health/console/Page.tsx",
    'import { x } from "../../catalog/console/Tab.tsx";',
    "two areas",
  ],
  [
    "a page imports another area's contract",
    "areas/health/console/Page.tsx",
    'import type { X } from "../../catalog/contract.ts";',
    "two areas",
  ],
  [
    "a page imports the server",
    "areas/health/console/Page.tsx",
    'import { x } from "#server/log.ts";',
    "area console may not import server",
  ],
  [
    "a page imports its own area's server",
    "areas/health/console/Page.tsx",
    'import type { X } from "../server/runner.ts";',
    "area console may not import area server",
  ],
  [
    "a page imports the server dynamically",
    "areas/health/console/Page.tsx",
    'const x = await import("#server/log.ts");',
    "area console may not import server",
  ],
  [
    "a widget imports an area",
    "console/widgets/A.tsx",
    'import { x } from "../../areas/health/model.ts";',
    "console may not import area words",
  ],
  ["a browser file uses Node", "console/client/http.ts", 'import { readFile } from "node:fs";', "runs in browsers"],
  [
    "a browser file uses Node by its short name",
    "console/client/http.ts",
    'import { readFile } from "fs";',
    "runs in browsers",
  ],
  [
    "a browser file imports the server's package",
    "console/client/http.ts",
    'import pg from "pg";',
    "package of the server",
  ],
  ["a contract uses Node", "areas/health/model.ts", 'import { hostname } from "node:os";', "runs in browsers"],
  [
    "the language imports the server",
    "language/a.ts",
    'import { x } from "#server/log.ts";',
    "language may not import server",
  ],
  [
    "a library imports the product",
    "lib/a.ts",
    'import type { Json } from "#language/columns.ts";',
    "lib may not import language",
  ],
  ["the language imports a package", "language/a.ts", 'import x from "react";', "no package but zod"],
  [
    "the server imports an area",
    "server/live.ts",
    'import type { X } from "../areas/health/model.ts";',
    "server may not import area words",
  ],
  [
    "the server imports main",
    "server/live.ts",
    'import { areas } from "../main/areas.server.ts";',
    "No other folder may import main",
  ],
  ["the server needs a development package", "server/a.ts", 'import x from "vitest";', "development tools"],
  ["the server needs a package of the build", "server/a.ts", 'import vite from "vite";', "package of the console"],
  ["a page needs a development package", "console/a.tsx", 'import x from "happy-dom";', "development tools"],
  ["the build needs a development package", "vite.config.ts", 'import x from "vitest/config";', "development tools"],
  [
    "a later area is imported",
    "areas/identity/server/a.ts",
    'import { people } from "../../people/server/index.ts";',
    "is not listed before",
  ],
  [
    "an unlisted area is imported",
    "areas/people/server/a.ts",
    'import { x } from "../../logs/server/index.ts";',
    "is not listed before",
  ],
  [
    "an internal file of an earlier area is imported",
    "areas/people/server/a.ts",
    'import { x } from "../../identity/server/sessions.ts";',
    "through its index file",
  ],
  [
    "a value is imported from generated types",
    "server/a.ts",
    'import { x } from "#generated/tables.ts";',
    "use `import type`",
  ],
  [
    "an inline type import leaves an empty import behind",
    "server/a.ts",
    'import { type X } from "#generated/tables.ts";',
    "use `import type`",
  ],
  [
    "generated code imports a value",
    "generated/tables.ts",
    'import { x } from "#language/columns.ts";',
    "use `import type`",
  ],
  ["the starter needs a package", "bin/start.mjs", 'import pg from "pg";', "before anything is installed"],
  [
    "the product imports its tests",
    "server/a.ts",
    'import { x } from "../tests/support/database.ts";',
    "server may not import tests",
  ],
  [
    "a type is imported inline with import()",
    "language/a.ts",
    'export type X = import("#server/log.ts").Log;',
    "language may not import server",
  ],
  [
    "a forbidden import is re-exported",
    "language/a.ts",
    'export * from "#server/log.ts";',
    "language may not import server",
  ],
  ["a file is outside of the architecture", "areas/health/lib/a.ts", "", "is not in a folder"],
])("reports a breach if %s", (_, path, source, reason) => {
  const found = judge({ ...order, [path]: `// a line before\n${source}` });
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(reason);
  expect(found[0]).toContain(source ? `${path}:2: ${source}` : path);
});

test("rejects circular imports, unless one of the imports is type-only", () => {
  const circle = (last: string) =>
    judge({ "server/a.ts": 'import "./b.ts";', "server/b.ts": 'import "./c.ts";', "server/c.ts": last });
  expect(circle('import { a } from "./a.ts";')).toEqual([
    "server/a.ts → server/b.ts → server/c.ts → server/a.ts\n    No cycles.",
  ]);
  expect(circle('import type { A } from "./a.ts";')).toEqual([]);
});

test("rejects a server file that the console side of main would load in browsers", () => {
  const found = judge({
    "main/console.tsx": 'import "./areas.console.ts";',
    "main/areas.console.ts": 'import "#server/log.ts";',
  });
  expect(found).toEqual([
    'main/areas.console.ts:1: import "#server/log.ts";\n    The console would pull it into browsers (main/console.tsx → main/areas.console.ts).',
  ]);
});

test("finds import cycles through type imports, but not through tests and tools", () => {
  const { cycles } = knotsOf(
    new Map([
      ["server/a.ts", 'import { b } from "./b.ts";'],
      ["server/b.ts", 'import { c } from "./c.ts";'],
      ["server/c.ts", 'import type { A } from "./a.ts"; import type { D } from "./d.ts";'],
      ["server/d.ts", "export type D = string;"],
      ["console/e.ts", 'import "./f.ts";'],
      ["console/f.ts", 'export type { E } from "./e.ts";'],
      ["server/d.test.ts", 'import "../tests/g.ts"; import "./d.ts";'],
      ["tests/g.ts", 'import "../server/d.test.ts";'],
    ]),
  );
  expect(cycles).toEqual([
    ["server/a.ts", "server/b.ts", "server/c.ts"],
    ["console/e.ts", "console/f.ts"],
  ]);
});

test("finds folders that import each other, but ignores imports by the index file that lists the parts of a folder", () => {
  const { pairs } = knotsOf(
    new Map([
      ["server/a/one.ts", 'import "../b/one.ts";'],
      ["server/b/one.ts", "export {};"],
      ["server/b/two.ts", 'import type { Two } from "../a/two.ts";'],
      ["server/a/two.ts", 'import "./parts/one.ts";'],
      ["server/a/parts/one.ts", 'import "../three.ts";'],
      ["server/a/three.ts", "export {};"],
      ["areas/x/server/index.ts", 'import "./routes/list.ts";'],
      ["areas/x/server/routes/list.ts", 'import "../store.ts";'],
      ["areas/x/server/store.ts", "export {};"],
    ]),
  );
  expect(pairs).toEqual([
    {
      folders: ["server/a", "server/b"],
      imports: ["server/a/one.ts → server/b/one.ts", "server/b/two.ts → server/a/two.ts"],
      isNested: false,
    },
    {
      folders: ["server/a", "server/a/parts"],
      imports: ["server/a/two.ts → server/a/parts/one.ts", "server/a/parts/one.ts → server/a/three.ts"],
      isNested: true,
    },
  ]);
});
