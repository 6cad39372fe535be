// What a check makes by its transform: another result, checks of their own, canaries.
import { expect, test } from "vitest";
import { answered, result, run } from "../../../../tests/spoken-check.ts";

test("a transform that speaks of the result changes it", async () => {
  const transform = {
    expr: "{'message': 'token ' + json.token, 'duration': 5, 'labels': {'n': 3}, 'data': {'more': 1}, 'detail': '$delete', 'metrics': [{'name': 'n', 'value': 3.5}]}",
  };
  const told = await result(
    { transform, test: { expr: "more == 1 && code == 200" } },
    { ...answered, detail: { a: 1 } },
  );
  expect(told).toMatchObject({
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

test("a transform makes checks of their own", async () => {
  const transform = {
    expr: "json.n.map(i, {'name': 'disk-' + string(i), 'pass': i != 2, 'message': 'full', 'labels': {'i': i}}).toJSON()",
  };
  const told = await run(
    { transform, icon: "disk", url: "http://x", transformDeleteStrategy: "MarkHealthy" },
    { ...answered, detail: { much: 1 } },
  );
  expect(told.result).toMatchObject({ verdict: "healthy", detail: null });
  expect(told.madeChecks!.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
    "disk-1 healthy",
    "disk-2 unhealthy",
    "disk-3 healthy",
  ]);
  expect(told.madeChecks![1]).toMatchObject({
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
    "an empty list where something was to be",
    { expr: "[]" },
    { markFailOnEmpty: true },
    { verdict: "unhealthy", error: "The transform came to nothing" },
    [],
  ],
  ["one named entry", { expr: "{'name': 'x'}" }, {}, { verdict: "healthy" }, ["x unhealthy"]],
  [
    "two of a name",
    { expr: "[{'name': 'x', 'pass': true}, {'name': 'x'}, {'name': 'x', 'pass': true}]" },
    {},
    { verdict: "healthy" },
    ["x unhealthy"],
  ],
  [
    "several without names",
    { expr: "[{'pass': true}, {'pass': true}]" },
    {},
    { error: "The transform cannot be used: Its entry 1 has no name: of several entries each needs one of its own." },
    undefined,
  ],
  [
    "its own name",
    { expr: "[{'name': 'a'}, {'name': 'login'}]" },
    {},
    { error: "The transform cannot be used: Its entry 2 has the name of the check that makes it." },
    undefined,
  ],
  [
    "no JSON",
    { template: "hello" },
    {},
    { error: "The transform cannot be used: It came to a text that is no JSON." },
    undefined,
  ],
  [
    "a wrong entry",
    { expr: "[{'name': 'a', 'labels': 3}]" },
    {},
    { error: "The transform cannot be used: Its entry 1 is wrong: labels must be an object." },
    undefined,
  ],
  [
    "too many",
    { expr: "range(3000).map(i, {'name': string(i)})" },
    {},
    { error: "The transform cannot be used: It came to 3000 entries, and a check makes 2000 others at most." },
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
  "a transform to %s",
  async (_, transform, spec, told, made) => {
    const ran = await run({ transform, ...spec }, answered);
    expect(ran.result).toMatchObject(told);
    expect(ran.madeChecks?.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual(made);
  },
);

test("a check that failed makes none, so that those it made before stay", async () => {
  const ran = await run({ transform: { expr: "[]" } }, () => {
    throw new Error("away");
  });
  expect(ran.madeChecks).toBeUndefined();
});

test("a transform makes canaries, and none that only administrators write", async () => {
  const canary = (spec: string) => ({ expr: `[{'name': 'made', 'labels': {'a': 'b'}, 'spec': ${spec}}]` });
  const tcp = "{'schedule': '@hourly', 'tcp': [{'name': 'db', 'endpoint': 'db:5432'}]}";
  expect((await run({ transform: canary(tcp) }, answered)).madeCanaries).toEqual([
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
  expect(await result({ transform: canary(tcp), canary: { isMade: true } }, answered)).toMatchObject({
    error: "The transform cannot be used: A canary that a check made makes no further ones.",
  });
});
