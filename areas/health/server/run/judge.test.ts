// Tests how the expressions of a check evaluate its outcome: test, display and metrics.
import { expect, test } from "vitest";
import { z } from "zod";
import { Span } from "#lib/expression/values.ts";
import { answered, kindsThat, result, surroundingsOf, written } from "#tests/support/spoken-check.ts";
import type { CheckKind } from "../check-kind.ts";
import { runCheck } from "./run-check.ts";

test.each([
  [{ expr: "code == 200 && json.token == 'abc'" }, "healthy", ""],
  [{ expr: "code == 201" }, "unhealthy", "The test failed: code == 201 (code is 200)"],
  [{ expr: "size(json.n) == 3 && duration == 12" }, "healthy", ""],
  [{ template: "{{ if eq .code 200 }}true{{ else }}false{{ end }}" }, "healthy", ""],
  [{ template: "F" }, "unhealthy", "The test failed: F"],
  [{ javascript: "code === 200 ? 1 : 0" }, "healthy", ""],
  [{ jsonPath: "$.json.n[5]" }, "unhealthy", 'The test returned "", which is neither true nor false'],
  [{ expr: "'perhaps'" }, "unhealthy", 'The test returned "perhaps", which is neither true nor false'],
  [
    { expr: "json.missing.deep == 1" },
    "unhealthy",
    "The test failed: json.missing.deep == 1 (json.missing.deep is null)",
  ],
  [{ expr: "json > 1" }, "unhealthy", "The test failed: > cannot compare a map with a number (line 1, column 1)."],
  [
    {
      expr: "check.name == 'login' && check.labels.app == 'shop' && check.endpoint == 'http://x' && check.description == 'signs in'",
    },
    "healthy",
    "",
  ],
  [
    {
      expr: "canary.name == 'shop' && canary.namespace == 'retail' && canary.labels.team == 'web' && pass && error == ''",
    },
    "healthy",
    "",
  ],
  [{ expr: "outputs.first.json.token == 'abc'" }, "healthy", ""],
] as const)("evaluates the test %j", async (expression, verdict, error) => {
  const outputs = { first: { json: { token: "abc" } } };
  expect(await result({ test: expression, url: "http://x" }, answered, { outputs })).toMatchObject({
    verdict,
    error,
    isInvalid: false,
  });
});

test("reports a test that does not compile as a fault of the check", async () => {
  // Expressions are validated on save, but a stored spec may be older than this validation.
  const { spoken } = kindsThat(() => ({ pass: true }));
  const loose = { ...spoken, spec: z.looseObject({ test: z.unknown() }) } as CheckKind;
  const outcome = await runCheck(written({ test: { expr: "code ==" } }), surroundingsOf({ spoken: loose }), {
    signal: AbortSignal.timeout(5_000),
  });
  expect(outcome).toMatchObject({
    verdict: "unhealthy",
    isInvalid: true,
    error: expect.stringContaining("In: code =="),
  });
});

test("a failed run stays failed, whatever the test returns, and errors about missing values are left out", async () => {
  const failing = { ...answered, pass: false, error: "500 is no success" };
  expect(await result({ test: { expr: "true" } }, failing)).toMatchObject({
    verdict: "unhealthy",
    error: "500 is no success",
  });
  expect(await result({ test: { expr: "code == 1" } }, failing)).toMatchObject({
    error: "500 is no success, The test failed: code == 1 (code is 200)",
  });
  expect(await result({ test: { expr: "missing == 1" }, display: { expr: "absent" } }, failing)).toMatchObject({
    error: "500 is no success",
    message: "",
  });
  expect(await result({ test: { expr: "false" } }, { ...answered, output: "low water" })).toMatchObject({
    error: "The test failed: false\nlow water",
  });
  const thrown = () => {
    throw new Error("no answer");
  };
  expect(await result({ test: { expr: "code == 1" }, display: { expr: "code" } }, thrown)).toMatchObject({
    error: "no answer",
    message: "",
  });
});

test.each([
  [{ expr: "size(json.n) > 3 || json.n[1] == 3" }, "json.n is a list of 3, json.n[1] is 2"],
  [{ expr: 'json["token"] == "code"' }, 'json["token"] is "abc"'],
  [{ expr: "json.n.exists(code, code > 3) && duration('1s') < duration('0s')" }, "json.n is a list of 3"],
  [{ expr: "!json.token.startsWith('a') || json == null" }, 'json.token is "abc", json is a map of 2'],
  [{ template: "{{ eq .code 201 }}" }, "code is 200"],
  [{ javascript: "json.n.length > 3 || code > 200" }, "json.n.length is null, code is 200"],
  [{ expr: "canary.name == 'x' || check.labels.app == 'x'" }, 'canary.name is "shop", check.labels.app is "shop"'],
] as const)("lists the values that the failed test %j used", async (expression, used) => {
  const [text] = Object.values(expression);
  expect((await result({ test: expression }, answered)).error).toBe(`The test failed: ${text} (${used})`);
});

test("shortens values in the error of a failed test, and removes secrets before values are shortened", async () => {
  const secret = "s3cret-".repeat(20);
  const said = (_: unknown, { scrubber }: { scrubber: { know(text: string): void } }) => {
    scrubber.know(secret);
    return { pass: true, data: { results: { stdout: `${"x".repeat(60)}${secret}`, rows: "y".repeat(500) } } };
  };
  const { error } = await result({ test: { expr: "results.stdout == results.rows" } }, said);
  expect(error).toContain(`results.stdout is "${"x".repeat(60)}***"`);
  expect(error).toContain(`results.rows is "${"y".repeat(100)}…"`);
  expect(error).not.toContain("s3cret");
});

test.each([
  [{ expr: "'login took ' + string(duration) + 'ms'" }, "login took 12ms", ""],
  [{ template: "{{ .json.token | toUpper }} $(.code)" }, "ABC 200", ""],
  [{ expr: "json" }, '{"token":"abc","n":[1,2,3]}', ""],
  [{ expr: "nowhere" }, "", "Evaluating the display template failed: Unknown variable: nowhere (line 1, column 1)."],
] as const)("evaluates the display %j", async (display, message, error) => {
  expect(await result({ display }, answered)).toMatchObject({
    message,
    error,
    verdict: error === "" ? "healthy" : "unhealthy",
  });
});

test("accepts both spellings of jsonPath", async () => {
  expect(await result({ display: { jsonpath: "$.json.token" } }, answered)).toMatchObject({
    message: (await result({ display: { jsonPath: "$.json.token" } }, answered)).message,
  });
  expect(await result({ test: { jsonpath: "$.nowhere" } }, answered)).toMatchObject({ verdict: "unhealthy" });
});

test("passes the last run to expressions that use it, or empty values before the first run", async () => {
  let asked = 0;
  const lastResult = async () => {
    asked += 1;
    return asked === 1 ? undefined : { status: "healthy", duration: 7, results: { n: 3 } };
  };
  const spec = {
    test: { expr: "last_result().duration < 10" },
    display: { template: "{{ last_result.results.n }}/$(last_result.status)" },
  };
  expect(await result(spec, answered, { lastResult })).toMatchObject({ verdict: "healthy", message: "/" });
  expect(await result(spec, answered, { lastResult })).toMatchObject({ verdict: "healthy", message: "3/healthy" });
  await result({ test: { expr: "true" } }, answered, { lastResult });
  expect(asked).toBe(2);
  const away = async () => {
    throw Object.assign(new Error("gone"), { code: "ECONNREFUSED" });
  };
  expect(await result(spec, answered, { lastResult: away })).toMatchObject({ verdict: "could_not_check" });
});

test("computes metrics once, and fails for a value that is not a number", async () => {
  const metrics = [
    {
      name: "tokens",
      type: "gauge",
      value: "size(json.n) + 0.5",
      labels: [
        { name: "code", valueExpr: "code" },
        { name: "fixed", value: "x" },
      ],
    },
    { name: "none", type: "counter", value: "0" },
    { name: "slow", type: "histogram", value: "duration" },
  ];
  const outcome = await result(
    { metrics, retries: { maxRetries: 1, interval: "1ms" } },
    { ...answered, metrics: [{ name: "own", type: "gauge", labels: {}, value: 1 }] },
  );
  expect(outcome.metrics).toEqual([
    { name: "own", type: "gauge", labels: {}, value: 1 },
    { name: "tokens", type: "gauge", labels: { code: "200", fixed: "x" }, value: 3.5 },
    { name: "slow", type: "histogram", labels: {}, value: 12 },
  ]);
  expect(await result({ metrics: [{ name: "a", type: "gauge", value: "json.token" }] }, answered)).toMatchObject({
    verdict: "unhealthy",
    error: "The metric a is not a number: json.token",
  });
  expect(await result({ metrics: [{ name: "a b", type: "gauge", value: "1" }] }, answered)).toMatchObject({
    error: expect.stringContaining("is not a valid metric name"),
  });
  expect(
    await result(
      { metrics: [{ name: "age", type: "gauge", value: "age" }] },
      { pass: true, data: { age: new Span(1500) } },
    ),
  ).toMatchObject({ metrics: [{ value: 1500 }] });
});
