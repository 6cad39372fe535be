// Finds the files that the sign-in screens load at the start, by following the imports from their main file.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import basicIcons from "#console/widgets/icons/basic.json" with { type: "json" };
import consoleIcons from "#console/widgets/icons/console.json" with { type: "json" };
import { importsOf } from "./imports.ts";

const sources = new Map<string, string>();
const packages = new Set<string>();

function follow(path: string) {
  if (sources.has(path)) return;
  const source = readFileSync(path, "utf8");
  sources.set(path, source);
  for (const { to, typeOnly, text } of importsOf(path, source)) {
    const isLater = /\bimport\(/.test(text);
    if (typeOnly || isLater) continue;
    if ("package" in to) packages.add(to.package);
    if ("file" in to && /\.tsx?$/.test(to.file)) follow(to.file);
  }
}
follow("main/sign-in.console.tsx");

test("the sign-in screens load React and icons, but no router and no cache", () => {
  expect(sources.size).toBeGreaterThan(20);
  expect([...packages].sort()).toEqual(["react", "react-dom"]);
});

test("the sign-in screens use only basic icons", () => {
  const named = [...sources].flatMap(([path, source]) =>
    [...source.matchAll(/\b(?:icon|name)(?:=|: )(?:"[a-z0-9-]+"|\{?[^}\n]*\}?)/g)].flatMap(([use]) =>
      [...use.matchAll(/"([a-z0-9-]+)"/g)].map(([, name = ""]) => ({ path, name })),
    ),
  );
  expect(named.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(basicIcons)));
  expect(named.filter(({ name }) => Object.hasOwn(consoleIcons, name))).toEqual([]);
});
