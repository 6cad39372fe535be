import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { drawingsOf, interfaceIconsOf } from "./drawings.ts";

const folder = "console/widgets/technology";
const files = ["shapes.svg", ...readdirSync(`${folder}/marks`).map((name) => `marks/${name}`)];

test("the technology drawings match the lists; node bin/run.mjs tools/icons/index.ts writes them", () => {
  const drawings = drawingsOf("node_modules");
  expect(files.toSorted()).toEqual([...drawings.keys()].sort());
  const read = (name: string) => readFileSync(`${folder}/${name}`, "utf8");
  expect(files.filter((name) => read(name) !== drawings.get(name))).toEqual([]);
});

test.each(["basic", "console", "page"])(
  "the interface icons in %s.json match lucide; node bin/run.mjs tools/icons/index.ts writes them",
  (name) => {
    const text = readFileSync(`console/widgets/icons/${name}.json`, "utf8");
    const names = Object.keys(JSON.parse(text) as Record<string, string>);
    expect(text).toBe(interfaceIconsOf("node_modules", names));
    expect(text).not.toMatch(/<script|<style|href|\bon\w+=/);
  },
);
