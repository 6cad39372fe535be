import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findRiddles } from "./plain-english.ts";

test("comments, test titles and names use plain wording", () => {
  const found = globSync("{areas,bin,console,lib,language,main,server,tests,tools}/**/*.{ts,tsx,mjs,sql}").flatMap(
    (path) =>
      findRiddles(path, readFileSync(path, "utf8")).map(
        ({ line, text, advice }) => `${path}:${line} ${advice}: ${text}`,
      ),
  );
  expect(found).toEqual([]);
});

const advice = (source: string) => findRiddles("x.ts", source).map((found) => found.advice);

test("finds a comment that starts without a subject, over several lines and in SQL", () => {
  expect(advice("// What it holds.\nconst a = 1;")).toEqual(["begin with a concrete subject"]);
  expect(advice("/**\n * The rows. Of a table: its name.\n */\nconst a = 1;")).toEqual([
    "begin with a concrete subject",
  ]);
  expect(advice("// The rows, in the order\n// of their ids.\nconst a = 1;")).toEqual([]);
  expect(findRiddles("x.sql", "-- Rows.\n-- Whoever reads them waits.\nselect 1;")).toEqual([
    { line: 1, text: "Whoever reads them waits.", advice: "begin with a concrete subject" },
    { line: 1, text: "Whoever reads them waits.", advice: "name the person, process or caller" },
  ]);
});

test("checks test titles and declared names, but not strings and quotes", () => {
  expect(advice('test("HL-01 nobody is told", () => {});')).toEqual([
    "write reports, returns or sends",
    "name the person, process or caller",
  ]);
  expect(advice('test.each([1])("what is sent", () => {}); const mostRows = 1; function told() {}')).toEqual([
    "begin with a concrete subject",
    "name it max…",
    "use a noun",
  ]);
  expect(advice("test(`nobody reads ${name}`, () => {});")).toEqual(["name the person, process or caller"]);
  expect(advice('// The console shows "nobody".\nconst text = "What nobody is told";')).toEqual([]);
});

test.each([
  ["The error says why it failed.", "write reports, shows, states or contains"],
  ["The agent works on, and its results wait.", 'write "continues"'],
  ["The runner stood still for a second.", 'write "stalled"'],
  ["No result is lost or doubled.", 'write "duplicated"'],
  ["A repeated push doubles them.", 'write "duplicated"'],
  ["A client names its arguments as it likes.", "name what is allowed"],
  ["The sum of all healths.", 'write "health values"'],
])("the comment %j gets the advice: %s", (comment, expected) => {
  expect(advice(`// ${comment}\nconst a = 1;`)).toEqual([expected]);
});

test("accepts ordinary uses of the same words", () => {
  expect(advice("// The client works on a copy.\nconst a = 1;")).toEqual([]);
  expect(advice("// A quote is doubled.\nconst a = 1;")).toEqual([]);
});
