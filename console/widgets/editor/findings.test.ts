// @vitest-environment node
import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../form/json-schema.ts";
import { findingsIn, type CheckOptions } from "./findings.ts";
import { rangeOf, readSource, formatted } from "./source.ts";
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
const findings = (text: string, more: Partial<CheckOptions> = {}) =>
  findingsIn(text, { language: "yaml", schema, ...more }).map((finding) => ({
    ...finding,
    marked: text.slice(finding.from, finding.to),
  }));

describe("syntax", () => {
  test("reports only syntax errors, with their line, for invalid text", () => {
    expect(findings("name: x\n\tinterval: 1\n")).toMatchObject([
      { line: 2, severity: "error", isSyntax: true, message: expect.stringContaining("tabs") },
    ]);
    expect(findings("name: x\nlabels:\n  a: 1\n   b: 2\n")).toMatchObject([
      { line: 4, marked: "b", message: "This line is indented too far." },
    ]);
    expect(findings("name: x\nlabels:\n  a: 1\n b: 2\n")).toMatchObject([{ line: 4, isSyntax: true }]);
    expect(findings("name\ninterval: 1\n")).toMatchObject([{ line: 1, marked: "name" }]);
    expect(findings("name: x\ninterval\n")).toMatchObject([{ line: 2, marked: "interval" }]);
    expect(findings("labels: [a\nname: x\n")).toMatchObject([{ line: 2, message: expect.stringMatching(/bracket/) }]);
    expect(findings("name: x\nlabels: *gone\n")).toMatchObject([
      { line: 2, marked: "*gone", isSyntax: true, message: "There is no anchor &gone above." },
    ]);
    expect(findings("name: x\nname: y\n")).toMatchObject([{ line: 2, message: "Duplicate key." }]);
    expect(findings('name: "x\ninterval: 1')[0]).toMatchObject({ isSyntax: true });
    expect(findings("name: x\n---\nname: y\n")[0]?.message).toMatch(/^Only one document/);
    expect(findings("name: a: b\n")[0]?.message).toMatch(/quotes/);
  });

  test("rejects aliases that expand exponentially", () => {
    const bomb = `a: &a [1,1,1,1,1,1,1,1,1]\n${"bcdefgh"
      .split("")
      .map((name, index) => `${name}: &${name} [${`*${"abcdefg"[index]},`.repeat(9).slice(0, -1)}]\n`)
      .join("")}`;
    expect(findings(bomb, { schema: undefined })[0]).toMatchObject({ isSyntax: true, line: 1 });
  });

  test("reports JSON errors at the position in the engine's message", () => {
    expect(findings('{\n  "name": "x",\n}\n', { language: "json" })).toMatchObject([{ line: 3, isSyntax: true }]);
    expect(findings('{\n  "name": ', { language: "json" })).toMatchObject([{ isSyntax: true }]);
    expect(findings('{ "name": "x" }', { language: "json" })).toEqual([]);
    expect(findings('{\n  "name": 5\n}', { language: "json" })).toMatchObject([{ line: 2, marked: "5" }]);
  });
});

describe("the schema", () => {
  test("marks an invalid value, or its key if the value is a collection", () => {
    expect(findings("name: x\ninterval: soon\n")).toMatchObject([{ line: 2, marked: "soon", severity: "error" }]);
    expect(findings("name: x\nlabels: [a]\n")).toMatchObject([{ line: 2, marked: "labels" }]);
    expect(findings("name: x\nlabels:\n  a: 1\n")).toMatchObject([{ line: 3, marked: "1" }]);
    expect(findings("name: x\nsteps:\n  - kind: wait\n    seconds: x\n")).toMatchObject([{ line: 4, marked: "x" }]);
  });

  test("reports a missing key at its parent", () => {
    expect(findings("interval: 5\n")).toMatchObject([
      { line: 1, marked: "interval", message: expect.stringMatching(/^name: /) },
    ]);
    expect(findings("")).toMatchObject([{ line: 1, from: 0, message: expect.stringMatching(/^name: /) }]);
    expect(findings("# nothing yet\n")).toHaveLength(1);
    expect(findings("name: x\nsteps:\n  - seconds: 1\n")[0]).toMatchObject({ line: 3, marked: "seconds" });
  });

  test("shows problems from the server at their path", () => {
    const problems = [
      { path: ["labels", "team"], message: "Unknown team." },
      { path: [], message: "The name is taken." },
    ];
    expect(findings("name: x\nlabels:\n  team: y\n", { problems })).toMatchObject([
      { line: 1, message: "The name is taken." },
      { line: 3, marked: "y", message: "team: Unknown team." },
    ]);
  });
});

describe("a problem inside a string", () => {
  const message = "There is no function abrev (line 2, column 3). Did you mean abbrev?";
  const expected = "There is no function abrev. Did you mean abbrev?";
  const inside = (text: string, line: number, column: number) =>
    findings(text, { problems: [{ path: ["labels", "team"], message, place: { line, column } }] });

  test("a problem inside a string is marked at its line and column in a block scalar or a plain scalar", () => {
    expect(inside("name: x\nlabels:\n  team: |\n    a ||\n      abrev(x)\n", 2, 3)).toMatchObject([
      { line: 5, marked: "abrev", message: `team: ${expected}` },
    ]);
    expect(inside("name: x\nlabels:\n  team: |-\n\n    abrev(x)\n", 2, 1)).toMatchObject([
      { line: 5, marked: "abrev" },
    ]);
    expect(inside('name: x\nlabels:\n  team: "a || abrev(x)"\n', 1, 6)).toMatchObject([{ line: 3, marked: "abrev" }]);
    expect(inside("name: x\nlabels: {team: a || abrev(x)}\n", 1, 6)).toMatchObject([{ line: 2, marked: "abrev" }]);
  });

  test("marks the whole value if it is folded or escaped", () => {
    const folded = "name: x\nlabels:\n  team: >\n    a ||\n    abrev(x)\n";
    expect(inside(folded, 1, 6)).toMatchObject([{ line: 3, message: `team: ${message}` }]);
    expect(inside('name: x\nlabels:\n  team: "a\\n  abrev(x)"\n', 2, 3)).toMatchObject([
      { line: 3, message: `team: ${message}` },
    ]);
  });

  test("a problem inside a string is marked at the end of the string if something is missing there", () => {
    expect(inside("name: x\nlabels:\n  team: |\n    a ||\n  more: x\n", 2, 1)).toMatchObject([{ line: 4 }]);
    expect(inside("name: x\nlabels:\n  team: a ||\n", 1, 5)).toMatchObject([{ line: 3 }]);
  });
});

describe("unknown keys", () => {
  test("unknown keys are reported as warnings with the nearest known key", () => {
    expect(findings("nmae: x\nname: y\nintervall: 1\n")).toMatchObject([
      { marked: "nmae", severity: "warning", message: 'Unknown field "nmae"; did you mean "name"?' },
      { marked: "intervall", instead: "interval", message: 'Unknown field "intervall"; did you mean "interval"?' },
    ]);
  });

  test("unknown keys are reported once, even if the schema forbids them", () => {
    expect(findings("name: x\nnope: 1\n", { schema: { ...schema, additionalProperties: false } })).toMatchObject([
      { severity: "warning", marked: "nope" },
    ]);
  });

  test("unknown keys are reported if they belong to a different variant, but not where any key is allowed", () => {
    expect(findings("name: x\nlabels:\n  any: thing\nfree:\n  what: ever\n")).toEqual([]);
    expect(findings("name: x\nsteps:\n  - kind: wait\n    words: hi\n")).toMatchObject([{ line: 4, marked: "words" }]);
    expect(unknownKeys({ anyOf: [{ type: "string" }, { type: "object" }] }, { a: 1 })).toEqual([]);
  });

  test("unknown keys are reported in loose zod objects, but not in open objects", () => {
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

test("returns at most 200 findings", () => {
  expect(findings(`name: x\n${Array.from({ length: 900 }, (_, at) => `k${at}: 1\n`).join("")}`)).toHaveLength(200);
});

test("finds the range of a path through an alias", () => {
  const source = readSource("base: &base\n  a: 1\nuse: *base\n", "yaml");
  expect(rangeOf(source, ["use"], "key")).toEqual({ from: 19, to: 22 });
  expect(rangeOf(source, ["base", "a"], "value")).toEqual({ from: 17, to: 18 });
});

describe("formatting", () => {
  test("reformats the text and keeps every comment", () => {
    expect(formatted("# top\na:   1   # why\nb:\n    - x\n    # between\n    - y\n\nc: {d: 1}\n", "yaml")).toBe(
      "# top\na: 1 # why\nb:\n  - x\n  # between\n  - y\n\nc: { d: 1 }\n",
    );
    expect(formatted('{"a":[1,2]}', "json")).toBe('{\n  "a": [\n    1,\n    2\n  ]\n}\n');
  });

  test("formatting does not change invalid or empty text", () => {
    expect(formatted("a: [", "yaml")).toBeUndefined();
    expect(formatted("# only words\n", "yaml")).toBe("# only words\n");
  });

  test("formatting is idempotent", () => {
    const once = formatted("list: [a, b]\ntext: |\n   kept\n   as is\nlong: >-\n   folded\n", "yaml") ?? "";
    expect(formatted(once, "yaml")).toBe(once);
  });
});
