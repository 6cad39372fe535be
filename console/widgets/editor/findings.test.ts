// @vitest-environment node
import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../form/json-schema.ts";
import { findingsIn, type Judged } from "./findings.ts";
import { formatted } from "./format.ts";
import { rangeOf, readSource } from "./source.ts";
import { unknownKeys } from "./unknown-keys.ts";

const schema: JsonSchema = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string" },
    interval: { type: "integer", minimum: 1 },
    labels: { type: "object", additionalProperties: { type: "string" } },
    free: { type: "object" },
    steps: {
      type: "array",
      items: {
        anyOf: [
          { type: "object", required: ["kind"], properties: { kind: { const: "wait" }, seconds: { type: "number" } } },
          { type: "object", required: ["kind"], properties: { kind: { const: "say" }, words: { type: "string" } } },
        ],
      },
    },
  },
};
const judged = (text: string, more: Partial<Judged> = {}) =>
  findingsIn(text, { language: "yaml", schema, ...more }).map((finding) => ({
    ...finding,
    marked: text.slice(finding.from, finding.to),
  }));

describe("syntax", () => {
  test("is told with its line, and alone: what cannot be read is not judged otherwise", () => {
    expect(judged("name: x\n\tinterval: 1\n")).toMatchObject([
      { line: 2, severity: "error", isSyntax: true, message: expect.stringContaining("tabs") },
    ]);
    expect(judged("name: x\nlabels:\n  a: 1\n   b: 2\n")).toMatchObject([
      { line: 4, marked: "b", message: "This line stands too far right for what is above it." },
    ]);
    expect(judged("name: x\nlabels:\n  a: 1\n b: 2\n")).toMatchObject([{ line: 4, isSyntax: true }]);
    expect(judged("name\ninterval: 1\n")).toMatchObject([{ line: 1, marked: "name" }]);
    expect(judged("name: x\ninterval\n")).toMatchObject([{ line: 2, marked: "interval" }]);
    expect(judged("labels: [a\nname: x\n")).toMatchObject([{ line: 2, message: expect.stringMatching(/bracket/) }]);
    expect(judged("name: x\nlabels: *gone\n")).toMatchObject([
      { line: 2, marked: "*gone", isSyntax: true, message: "Nothing above is called &gone." },
    ]);
    expect(judged("name: x\nname: y\n")).toMatchObject([{ line: 2, message: "This key stands here twice." }]);
    expect(judged('name: "x\ninterval: 1')[0]).toMatchObject({ isSyntax: true });
    expect(judged("name: x\n---\nname: y\n")[0]?.message).toMatch(/^Only one document/);
    expect(judged("name: a: b\n")[0]?.message).toMatch(/quotes/);
  });

  test("aliases that unfold without end are refused, not followed", () => {
    const bomb = `a: &a [1,1,1,1,1,1,1,1,1]\n${"bcdefgh"
      .split("")
      .map((name, index) => `${name}: &${name} [${`*${"abcdefg"[index]},`.repeat(9).slice(0, -1)}]\n`)
      .join("")}`;
    expect(judged(bomb, { schema: undefined })[0]).toMatchObject({ isSyntax: true, line: 1 });
  });

  test("of JSON, with the position that the engine tells", () => {
    expect(judged('{\n  "name": "x",\n}\n', { language: "json" })).toMatchObject([{ line: 3, isSyntax: true }]);
    expect(judged('{\n  "name": ', { language: "json" })).toMatchObject([{ isSyntax: true }]);
    expect(judged('{ "name": "x" }', { language: "json" })).toEqual([]);
    expect(judged('{\n  "name": 5\n}', { language: "json" })).toMatchObject([{ line: 2, marked: "5" }]);
  });
});

describe("the schema", () => {
  test("is told where the value stands, or the key when the value is a whole", () => {
    expect(judged("name: x\ninterval: soon\n")).toMatchObject([{ line: 2, marked: "soon", severity: "error" }]);
    expect(judged("name: x\nlabels: [a]\n")).toMatchObject([{ line: 2, marked: "labels" }]);
    expect(judged("name: x\nlabels:\n  a: 1\n")).toMatchObject([{ line: 3, marked: "1" }]);
    expect(judged("name: x\nsteps:\n  - kind: wait\n    seconds: x\n")).toMatchObject([{ line: 4, marked: "x" }]);
  });

  test("names what is missing, at what it is missing in", () => {
    expect(judged("interval: 5\n")).toMatchObject([
      { line: 1, marked: "interval", message: expect.stringMatching(/^name: /) },
    ]);
    expect(judged("")).toMatchObject([{ line: 1, from: 0, message: expect.stringMatching(/^name: /) }]);
    expect(judged("# nothing yet\n")).toHaveLength(1);
    expect(judged("name: x\nsteps:\n  - seconds: 1\n")[0]).toMatchObject({ line: 3, marked: "seconds" });
  });

  test("what the server said stands at its place, too", () => {
    const problems = [
      { path: ["labels", "team"], message: "Nobody is called so." },
      { path: [], message: "The name is taken." },
    ];
    expect(judged("name: x\nlabels:\n  team: y\n", { problems })).toMatchObject([
      { line: 1, message: "The name is taken." },
      { line: 3, marked: "y", message: "team: Nobody is called so." },
    ]);
  });
});

describe("what is wrong inside a text", () => {
  const message = "There is no function abrev (line 2, column 3). Did you mean abbrev?";
  const told = "There is no function abrev. Did you mean abbrev?";
  const inside = (text: string, line: number, column: number) =>
    judged(text, { problems: [{ path: ["labels", "team"], message, place: { line, column } }] });

  test("is marked on its own line of a block, and where it stands on a line", () => {
    expect(inside("name: x\nlabels:\n  team: |\n    a ||\n      abrev(x)\n", 2, 3)).toMatchObject([
      { line: 5, marked: "abrev", message: `team: ${told}` },
    ]);
    expect(inside("name: x\nlabels:\n  team: |-\n\n    abrev(x)\n", 2, 1)).toMatchObject([
      { line: 5, marked: "abrev" },
    ]);
    expect(inside('name: x\nlabels:\n  team: "a || abrev(x)"\n', 1, 6)).toMatchObject([{ line: 3, marked: "abrev" }]);
    expect(inside("name: x\nlabels: {team: a || abrev(x)}\n", 1, 6)).toMatchObject([{ line: 2, marked: "abrev" }]);
  });

  test("is marked whole where it is not written as it is meant", () => {
    const folded = "name: x\nlabels:\n  team: >\n    a ||\n    abrev(x)\n";
    expect(inside(folded, 1, 6)).toMatchObject([{ line: 3, message: `team: ${message}` }]);
    expect(inside('name: x\nlabels:\n  team: "a\\n  abrev(x)"\n', 2, 3)).toMatchObject([
      { line: 3, message: `team: ${message}` },
    ]);
  });

  test("is at the end where something is missing", () => {
    expect(inside("name: x\nlabels:\n  team: |\n    a ||\n  more: x\n", 2, 1)).toMatchObject([{ line: 4 }]);
    expect(inside("name: x\nlabels:\n  team: a ||\n", 1, 5)).toMatchObject([{ line: 3 }]);
  });
});

describe("unknown keys", () => {
  test("are a warning, with the key that was probably meant", () => {
    expect(judged("nmae: x\nname: y\nintervall: 1\n")).toMatchObject([
      { marked: "nmae", severity: "warning", message: 'Unknown field "nmae"; did you mean "name"?' },
      { marked: "intervall", instead: "interval", message: 'Unknown field "intervall"; did you mean "interval"?' },
    ]);
  });

  test("are told once, although the schema forbids them", () => {
    expect(judged("name: x\nnope: 1\n", { schema: { ...schema, additionalProperties: false } })).toMatchObject([
      { severity: "warning", marked: "nope" },
    ]);
  });

  test("are none where anything may stand, and those of another shape are", () => {
    expect(judged("name: x\nlabels:\n  any: thing\nfree:\n  what: ever\n")).toEqual([]);
    expect(judged("name: x\nsteps:\n  - kind: wait\n    words: hi\n")).toMatchObject([{ line: 4, marked: "words" }]);
    expect(unknownKeys({ anyOf: [{ type: "string" }, { type: "object" }] }, { a: 1 })).toEqual([]);
  });

  test("are found in objects of zod that keep other keys, and not in free documents", () => {
    const loose = { type: "object", properties: { name: { type: "string" } }, additionalProperties: {} } as const;
    expect(unknownKeys(loose, { nmae: "x" })).toMatchObject([{ path: ["nmae"], nearest: "name", meant: "name" }]);
    const free = { type: "object", properties: { pod: { ...loose, isOpen: true } }, alsoKnown: ["later"] } as const;
    expect(unknownKeys(free, { pod: { any: 1 }, later: [{ any: 1 }] })).toEqual([]);
    const renamed = {
      type: "object",
      properties: { tls: { ...loose, deprecated: true }, tlsConfig: loose },
    } as const;
    expect(unknownKeys(renamed, { tls: { name: "x" } })).toEqual([]);
    expect(unknownKeys(renamed, { tlss: {} })[0]?.nearest).toBeUndefined();
  });
});

test("more than anybody reads is not told", () => {
  expect(judged(`name: x\n${Array.from({ length: 900 }, (_, at) => `k${at}: 1\n`).join("")}`)).toHaveLength(200);
});

test("a path through an alias is found where it is used", () => {
  const source = readSource("base: &base\n  a: 1\nuse: *base\n", "yaml");
  expect(rangeOf(source, ["use"], "key")).toEqual({ from: 19, to: 22 });
  expect(rangeOf(source, ["base", "a"], "value")).toEqual({ from: 17, to: 18 });
});

describe("formatting", () => {
  test("lays out anew and keeps every comment", () => {
    expect(formatted("# top\na:   1   # why\nb:\n    - x\n    # between\n    - y\n\nc: {d: 1}\n", "yaml")).toBe(
      "# top\na: 1 # why\nb:\n  - x\n  # between\n  - y\n\nc: { d: 1 }\n",
    );
    expect(formatted('{"a":[1,2]}', "json")).toBe('{\n  "a": [\n    1,\n    2\n  ]\n}\n');
  });

  test("leaves alone what cannot be read, and what is empty", () => {
    expect(formatted("a: [", "yaml")).toBeUndefined();
    expect(formatted("# only words\n", "yaml")).toBe("# only words\n");
  });

  test("changes nothing the second time", () => {
    const once = formatted("list: [a, b]\ntext: |\n   kept\n   as is\nlong: >-\n   folded\n", "yaml") ?? "";
    expect(formatted(once, "yaml")).toBe(once);
  });
});
