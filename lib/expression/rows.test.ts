// Tests the reference of the expression languages row by row: tests/support/expression-rows.txt lists every function
// and rule with a normal, an edge and an error case. A function without a row, or a row without these three cases,
// fails here.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { waitMs } from "#tests/support/time-limits.ts";
import { repository } from "../load/repository.ts";
import { callablesOfChecks } from "./callables.ts";
import { celTable } from "./cel/functions.ts";
import { macros } from "./cel/macros.ts";
import { compile, type Notation } from "./compile.ts";
import { ExpressionFault } from "./fault.ts";
import { formatTime } from "./go-time.ts";
import { templateFunctions } from "./template/functions.ts";
import { isMap, Span } from "./values.ts";

const sorts = ["normal", "edge", "error"] as const;
type Sort = (typeof sorts)[number];

interface Case {
  text: string;
  notation: Notation;
  isOfCheck: boolean;
  expected: { value: string } | { fault: string };
}

interface Row {
  group: string;
  title: string;
  names: Record<"cel" | "template" | "javascript", string[]>;
  cases: Record<Sort, Case[]>;
}

const source = readFileSync(join(repository, "tests/support/expression-rows.txt"), "utf8");
const rows = readRows(source.slice(source.indexOf("\n## ")));

function readRows(text: string): Row[] {
  const found: Row[] = [];
  let group = "";
  let sort: Sort = "normal";
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    if (line.startsWith("## ")) group = line.slice(3);
    else if (line.startsWith("# ")) {
      const [title = "", ...names] = line.slice(2).split("|");
      const [cel = [], template = [], javascript = []] = names.map((part) => part.trim().split(/\s+/).filter(Boolean));
      found.push({
        group,
        title: title.trim(),
        names: { cel, template, javascript },
        cases: { normal: [], edge: [], error: [] },
      });
    } else if (sorts.includes(line as Sort)) sort = line as Sort;
    else found.at(-1)!.cases[sort].push(readCase(line));
  }
  return found;
}

function readCase(line: string): Case {
  const parts = /^(@checks )?(.*?) (=>|!!) ?(.*)$/.exec(line);
  if (!parts) throw new Error(`${line} is neither "expression => value" nor "expression !! message".`);
  const [, checks, written, sign, expected] = parts as unknown as [string, string | undefined, string, string, string];
  const [, mark = "", rest = ""] = /^(tpl:|js:)?(.*)$/s.exec(written)!;
  const notation: Notation =
    mark === "js:"
      ? "javascript"
      : mark === "tpl:" || /\{\{|^\$\(/.test(rest.replaceAll(/^f\(.*$/g, ""))
        ? "template"
        : "cel";
  return {
    text: rest.replaceAll("⏎", "\n"),
    notation,
    isOfCheck: checks !== undefined,
    expected: sign === "!!" ? { fault: expected } : { value: expected },
  };
}

const container = (limits: object, requests: object) => ({ resources: { limits, requests } });
const values = {
  x: {
    a: 1,
    n: null,
    s: "text",
    empty: "",
    zero: 0,
    no: false,
    list: [1, 2, 3],
    m: { k: "v" },
    rows: [["a", "b"]],
    evil: "$(x.a)",
  },
  code: 200,
  items: [{ n: 2 }, { n: 1 }, { n: 3 }],
  t: new Date("2024-03-05T23:07:08.009Z"),
  d: new Span(26 * 3_600_000),
  node: {
    kind: "Node",
    apiVersion: "v1",
    metadata: { name: "n1" },
    status: { conditions: [{ type: "Ready", status: "True" }], allocatable: { memory: "1Ki" } },
  },
  pod: {
    kind: "Pod",
    apiVersion: "v1",
    metadata: { name: "p1", namespace: "shop", labels: { app: "web", "pod-template-hash": "x" } },
    spec: {
      nodeName: "n1",
      containers: [{ image: "shop:1", ...container({ cpu: "1" }, { memory: "1Ki" }) }, container({ cpu: "500m" }, {})],
    },
  },
};

const outcome = async ({ text, notation, isOfCheck }: Case): Promise<unknown> =>
  (await compile(notation, text, isOfCheck ? { callables: callablesOfChecks } : {})).run(
    isOfCheck ? { ...values, last_result: () => ({ a: 7 }) } : values,
    { within: waitMs },
  );

/** Converts values that JSON does not have to strings. */
function comparable(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (value instanceof Span) return value.toString();
  if (value instanceof Date) return formatTime(value, "RFC3339Nano");
  if (value instanceof Uint8Array) return [...value];
  if (Array.isArray(value)) return value.map(comparable);
  if (isMap(value)) return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, comparable(held)]));
  return Object.is(value, -0) ? 0 : value;
}

describe.each(rows)("$group: $title", ({ cases }) => {
  test.each(sorts.flatMap((sort) => cases[sort].map((item) => [sort, item.text, item] as const)))(
    "%s: %s",
    async (_sort, _text, item) => {
      expect(await tried(item)).toEqual(expectationOf(item));
    },
  );
});

const tried = (item: Case) =>
  outcome(item).then(
    (value) => ({ value: comparable(value) }),
    (error: unknown) => {
      if (!(error instanceof ExpressionFault)) throw error;
      const part = "fault" in item.expected ? item.expected.fault : undefined;
      return { fault: part !== undefined && error.message.includes(part) ? part : error.message };
    },
  );

function expectationOf({ notation, expected }: Case): unknown {
  if ("fault" in expected) return expected;
  return notation === "template"
    ? { value: expected.value.replaceAll("⏎", "\n").replaceAll("{crlf}", "\r\n ") }
    : { value: JSON.parse(expected.value) as unknown };
}

test("every function row has a normal case, an edge case and an error case", () => {
  const missing = rows.flatMap(({ group, title, cases }) =>
    sorts.filter((sort) => cases[sort].length === 0).map((sort) => `${group}: ${title} has no ${sort} case`),
  );
  expect(missing).toEqual([]);
});

const named = (text: string, name: string) =>
  new RegExp(`(?<![\\w$])${name.replaceAll(/[.$]/g, String.raw`\$&`)}(?![\\w$])`).test(text);

test.each([
  ["cel", () => [...new Set([...celTable().names, ...Object.keys(macros).map((key) => key.split("/")[0]!)])]],
  ["template", () => [...templateFunctions().keys()]],
] as const)("every function of %s has a row that calls it", (notation, registered) => {
  const listed = new Map(rows.flatMap((row) => row.names[notation].map((name) => [name, row] as const)));
  expect(registered().filter((name) => !listed.has(name))).toEqual([]);
  const uncalled = rows.flatMap((row) =>
    row.names[notation].filter(
      (name) =>
        !sorts.some((sort) => row.cases[sort].some((item) => item.notation === notation && named(item.text, name))),
    ),
  );
  expect(uncalled).toEqual([]);
});

test("prints the number of cases per group, and every group has at least three cases per row", () => {
  const groups = [...new Set(rows.map(({ group }) => group))];
  const counts = groups.map((group) => {
    const own = rows.filter((row) => row.group === group);
    const names = own.reduce((sum, row) => sum + Object.values(row.names).flat().length, 0);
    const cases = own.reduce((sum, row) => sum + sorts.reduce((all, sort) => all + row.cases[sort].length, 0), 0);
    return { group, rows: own.length, names, cases };
  });
  const lines = counts.map(
    ({ group, rows: count, names, cases }) => `${count} rows, ${names} names, ${cases} cases: ${group}`,
  );
  process.stdout.write(`${lines.join("\n")}\n`);
  expect(counts.every(({ cases, rows: count }) => cases >= count * 3)).toBe(true);
});
