// Tests transforms: changed results, created checks and created canaries.
import { expect, test } from "vitest";
import { answered, result } from "#tests/support/spoken-check.ts";

test("a transform that returns an object for the check itself changes the result", async () => {
  const transform = {
    expr: "{'message': 'token ' + json.token, 'duration': 5, 'labels': {'n': 3}, 'data': {'more': 1}, 'detail': '$delete', 'metrics': [{'name': 'n', 'value': 3.5}]}",
  };
  const outcome = await result(
    { transform, test: { expr: "more == 1 && code == 200" } },
    { ...answered, detail: { a: 1 } },
  );
  expect(outcome).toMatchObject({
    verdict: "healthy",
    message: "token abc",
    durationMs: 5,
    labels: { n: "3" },
    detail: null,
    metrics: [{ name: "n", type: "gauge", labels: {}, value: 3.5 }],
  });
  expect(
    await result({ transform: { expr: "{'pass': true}.toJSON()" } }, { ...answered, pass: false, error: "404" }),
  ).toMatchObject({ verdict: "healthy", error: "" });
  expect(await result({ transform: { expr: "{'name': 'login', 'error': 'no'}" } }, answered)).toMatchObject({
    verdict: "unhealthy",
    error: "no",
  });
});

test("creates the checks that a transform returns", async () => {
  const transform = {
    expr: "json.n.map(i, {'name': 'disk-' + string(i), 'pass': i != 2, 'message': 'full', 'labels': {'i': i}}).toJSON()",
  };
  const outcome = await result(
    { transform, icon: "disk", url: "http://x", transformDeleteStrategy: "MarkHealthy" },
    { ...answered, detail: { much: 1 } },
  );
  expect(outcome).toMatchObject({ verdict: "healthy", detail: null });
  expect(outcome.createdChecks!.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
    "disk-1 healthy",
    "disk-2 unhealthy",
    "disk-3 healthy",
  ]);
  expect(outcome.createdChecks![1]).toMatchObject({
    type: "spoken",
    icon: "disk",
    endpoint: "http://x",
    description: "signs in",
    deleteStrategy: "MarkHealthy",
    message: "full",
    labels: { i: "2" },
    durationMs: 0,
  });
});

test.each([
  ["an empty list", { expr: "[]" }, {}, { verdict: "healthy" }, []],
  [
    "an empty list with markFailOnEmpty",
    { expr: "[]" },
    { markFailOnEmpty: true },
    { verdict: "unhealthy", error: "The transform returned no result" },
    [],
  ],
  ["one named entry", { expr: "{'name': 'x'}" }, {}, { verdict: "healthy" }, ["x unhealthy"]],
  [
    "two entries of one name",
    { expr: "[{'name': 'x', 'pass': true}, {'name': 'x'}, {'name': 'x', 'pass': true}]" },
    {},
    { verdict: "healthy" },
    ["x unhealthy"],
  ],
  [
    "several without names",
    { expr: "[{'pass': true}, {'pass': true}]" },
    {},
    { error: "The transform cannot be used: Entry 1 has no name; with several entries, each needs a name." },
    undefined,
  ],
  [
    "its own name",
    { expr: "[{'name': 'a'}, {'name': 'login'}]" },
    {},
    { error: "The transform cannot be used: Entry 2 has the same name as the check itself." },
    undefined,
  ],
  [
    "no JSON",
    { template: "hello" },
    {},
    { error: "The transform cannot be used: The output is a string that is not JSON." },
    undefined,
  ],
  [
    "a wrong entry",
    { expr: "[{'name': 'a', 'labels': 3}]" },
    {},
    { error: "The transform cannot be used: Entry 1 is invalid: labels must be an object." },
    undefined,
  ],
  [
    "too many",
    { expr: "range(3000).map(i, {'name': string(i)})" },
    {},
    { error: "The transform cannot be used: The output has 3000 entries, but a check can create at most 2000 checks." },
    undefined,
  ],
  [
    "a fault",
    { expr: "json + 1" },
    {},
    { error: "The transform failed: + cannot be applied to a map and a number (line 1, column 1)." },
    undefined,
  ],
] as [string, object, object, object, string[] | undefined][])(
  "handles a transform to %s",
  async (_, transform, spec, outcome, created) => {
    const transformed = await result({ transform, ...spec }, answered);
    expect(transformed).toMatchObject(outcome);
    expect(transformed.createdChecks?.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual(created);
  },
);

test("does not create checks after a failure, so that the checks created earlier stay", async () => {
  const transformed = await result({ transform: { expr: "[]" } }, () => {
    throw new Error("away");
  });
  expect(transformed.createdChecks).toBeUndefined();
});

test("creates the valid canaries that a transform returns, and rejects nested creation", async () => {
  const canary = (spec: string) => ({ expr: `[{'name': 'made', 'labels': {'a': 'b'}, 'spec': ${spec}}]` });
  const tcp = "{'schedule': '@hourly', 'tcp': [{'name': 'db', 'endpoint': 'db:5432'}]}";
  expect((await result({ transform: canary(tcp) }, answered)).createdCanaries).toEqual([
    {
      name: "made",
      namespace: undefined,
      labels: { a: "b" },
      spec: { schedule: "@hourly", tcp: [{ name: "db", endpoint: "db:5432" }] },
    },
  ]);
  expect(await result({ transform: canary("{'tcp': [{'name': 'db'}]}") }, answered)).toMatchObject({
    error: expect.stringContaining("spec.tcp.0.endpoint"),
  });
  expect(await result({ transform: canary(tcp), canary: { isCreated: true } }, answered)).toMatchObject({
    error: "The transform cannot be used: A canary that was created by a check cannot create further canaries.",
  });
});
