import { expect, test } from "vitest";
import { z } from "zod";
import { createLog } from "#server/log.ts";
import { createOutbound } from "#server/outbound/create-outbound.ts";
import { defineCheck, type CheckKind, type CheckRun, type Outcome } from "../check-kind.ts";
import { check } from "../spec/check.ts";
import { runCanary } from "./run-canary.ts";
import type { Surroundings } from "./run-check.ts";
import type { RunnableCanary } from "./runnable.ts";

type Say = (run: CheckRun) => Promise<Outcome> | Outcome;

interface Check {
  name: string;
  dependsOn?: string[];
  header?: string;
  test?: { expr: string };
}

async function run(checks: readonly Check[], says: Readonly<Record<string, Say>> = {}, spec: object = {}) {
  const started: string[] = [];
  const headers: Record<string, unknown> = {};
  const kind = defineCheck({
    type: "spoken",
    title: "Spoken",
    icon: "spoken",
    spec: check({ header: z.string().meta({ isTemplated: true }).optional() }),
    async run({ name, header }, checkRun) {
      started.push(name);
      headers[name] = header;
      return says[name]?.(checkRun) ?? { pass: true };
    },
  }) as unknown as CheckKind;
  const canary: RunnableCanary = {
    id: "c",
    name: "shop",
    namespace: "retail",
    labels: {},
    spec: { ...spec },
    trust: "operator",
  };
  const around: Surroundings = {
    env: { allowedVariables: new Map([["KEY", "very-secret-key"]]) } as never,
    log: await createLog({ logLevel: "silent", logFormat: "json" }),
    outbound: (trust) => createOutbound({ trust }),
    exec: undefined as never,
    files: undefined as never,
    kindNamed: () => kind,
  };
  const runnable = checks.map((item) => ({
    id: item.name,
    type: "spoken",
    name: item.name,
    spec: item,
    labels: { of: item.name },
    canary,
  }));
  const { results: byCheck, folded } = await runCanary(canary, runnable, around, {
    signal: AbortSignal.timeout(5_000),
  });
  const results = Object.fromEntries([...byCheck].map(([check, item]) => [check.name, item]));
  return { started, headers, results, folded, order: [...byCheck.keys()].map(({ name }) => name) };
}

test("runs a check after its dependencies and with their outputs, even if they failed", async () => {
  const { started, order, headers, results } = await run(
    [
      {
        name: "orders",
        dependsOn: ["login", "dns"],
        header: "Bearer $(.outputs.login.json.token)",
        test: { expr: "outputs.login.pass && !outputs.dns.pass" },
      },
      { name: "login", dependsOn: ["dns"] },
      { name: "alone" },
      { name: "dns" },
    ],
    {
      login: () => ({ pass: true, data: { json: { token: "abc" } } }),
      dns: () => ({ pass: false, error: "no such host" }),
    },
  );
  expect(order).toEqual(["dns", "login", "orders", "alone"]);
  expect(started.indexOf("login")).toBeGreaterThan(started.indexOf("dns"));
  expect(started.indexOf("orders")).toBeGreaterThan(started.indexOf("login"));
  expect(headers["orders"]).toBe("Bearer abc");
  expect(Object.entries(results).map(([name, { verdict }]) => `${name} ${verdict}`)).toEqual([
    "dns unhealthy",
    "login healthy",
    "orders healthy",
    "alone healthy",
  ]);
});

test("delays only the dependent checks when a check hangs", async () => {
  let go: (outcome: Outcome) => void = () => {};
  const { results } = await run([{ name: "slow" }, { name: "quick" }], {
    slow: () => new Promise<Outcome>((resolve) => void (go = resolve)),
    quick: () => (go({ pass: true }), { pass: true }),
  });
  expect(results).toMatchObject({ slow: { verdict: "healthy" }, quick: { verdict: "healthy" } });
});

test("removes a secret of one check from the errors of the others", async () => {
  const { results } = await run(
    [{ name: "a" }, { name: "b", dependsOn: ["a"], header: "$(.outputs.a.key)", test: { expr: "false" } }],
    {
      a: async ({ value }) => ({ pass: true, data: { key: await value("env://KEY") } }),
      b: () => ({ pass: false, error: "sent very-secret-key" }),
    },
  );
  expect(results["b"]!.error).toBe("sent ***, The test failed: false");
});

test.each([
  [
    "an unknown check",
    [{ name: "a", dependsOn: ["b"] }],
    { a: 'dependsOn names "b", but the canary has no check of that name.' },
  ],
  [
    "an ambiguous name",
    [{ name: "a", dependsOn: ["b"] }, { name: "b" }, { name: "b" }],
    { a: 'dependsOn names "b", but the canary has 2 checks of that name.' },
  ],
  [
    "a check that depends on it",
    [{ name: "a", dependsOn: ["b"] }, { name: "b", dependsOn: ["a"] }, { name: "c" }],
    { a: "dependsOn is circular: a → b → a.", b: "dependsOn is circular: a → b → a.", c: "" },
  ],
  ["itself", [{ name: "a", dependsOn: ["a"] }], { a: "dependsOn is circular: a → a." }],
])("refuses a dependency on %s", async (_, checks, errors) => {
  const { results } = await run(checks);
  for (const [name, error] of Object.entries(errors))
    expect(results[name]).toMatchObject({ error, isInvalid: error !== "" });
});

test("combines all results into one for resultMode junit", async () => {
  const { folded } = await run(
    [{ name: "a" }, { name: "b" }, { name: "c" }],
    {
      a: () => ({ pass: true, durationMs: 500, message: "fine" }),
      b: () => ({ pass: false, error: "broken", durationMs: 1_000 }),
      c: ({ value }) => value("env://NONE").then(() => ({ pass: true })),
    },
    { resultMode: "junit" },
  );
  expect(folded).toMatchObject({ verdict: "unhealthy", isInvalid: false, message: "1 of 3 passed" });
  expect(folded!.error).toMatch(/^b: broken, c: Connections are not allowed to use the environment variable NONE/);
  expect(folded!.detail).toMatchObject({
    name: "shop",
    passed: 1,
    failed: 1,
    skipped: 1,
    tests: [
      { name: "a", classname: "spoken", status: "passed", message: "fine", duration: 0.5, properties: { of: "a" } },
      { name: "b", status: "failed", message: "broken", duration: 1 },
      { name: "c", status: "skipped" },
    ],
  });
});
