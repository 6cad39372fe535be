// Runs of a kind that says what it is told to say, so that what is made of it can be seen alone.
import { once } from "node:events";
import { createServer as createWebServer } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import type { System } from "#server/area.ts";
import { createLog } from "#server/log.ts";
import { createOutbound } from "#server/outbound/create-outbound.ts";
import { Span } from "#server/expression/values.ts";
import {
  CheckInvalid,
  CouldNotCheck,
  defineCheck,
  type CheckKind,
  type CheckRun,
  type Outcome,
} from "../check-kind.ts";
import { kindNamed } from "../checks/index.ts";
import { credentials } from "#server/spec/parts.ts";
import { check as checkSpec, plainCheck } from "../spec/check.ts";
import { runCheck, type RunOptions, type Surroundings } from "./run-check.ts";
import type { RunnableCheck } from "./runnable.ts";

const templated = z.string().meta({ isTemplated: true });

type Say = (spec: Readonly<Record<string, unknown>>, run: CheckRun) => Promise<Outcome> | Outcome;
const coded = (code: string) => Object.assign(new Error("connect"), { code });
let say: Say = () => ({ pass: true });
const shape = {
  url: templated.optional().meta({ label: "URL" }),
  connection: z.string().optional(),
  ...credentials,
  body: z.string().optional(),
  headers: z.array(z.object({ name: z.string(), value: templated.optional() })).optional(),
  env: z.array(z.looseObject({ name: z.string(), value: templated.optional() })).optional(),
};
const spoken = defineCheck({
  type: "spoken",
  title: "Spoken",
  icon: "spoken",
  spec: checkSpec(shape).extend({ labels: z.record(z.string(), templated).optional() }),
  endpoint: ({ url }) => url,
  run: async (spec, run) => say(spec, run),
}) as unknown as CheckKind;
const plain = { ...spoken, type: "plain", spec: plainCheck(shape) } as CheckKind;

const around: Surroundings = {
  env: { secretsDir: undefined, cluster: undefined, allowedVariables: new Map([["TOKEN", "tok-en-4711"]]) } as never,
  log: await createLog({ logLevel: "silent", logFormat: "json" }),
  outbound: (trust) => createOutbound({ trust }),
  exec: undefined as unknown as System["exec"],
  files: undefined as unknown as System["files"],
  kindNamed: (type) => ({ spoken, plain })[type] ?? kindNamed(type),
};

interface Written extends Readonly<Record<string, unknown>> {
  type?: string;
  canary?: Partial<RunnableCheck["canary"]>;
}

const written = ({ type = "spoken", canary = {}, ...spec }: Written): RunnableCheck => ({
  id: "00000000-0000-0000-0000-000000000001",
  type,
  name: "login",
  description: "signs in",
  labels: { app: "shop" },
  spec: { name: "login", ...spec },
  canary: {
    id: "00000000-0000-0000-0000-000000000002",
    name: "shop",
    namespace: "retail",
    labels: { team: "web" },
    spec: {},
    trust: "operator",
    ...canary,
  },
});

const run = (spec: Written, outcome: Say | Outcome = { pass: true }, options: Partial<RunOptions> = {}) => {
  say = typeof outcome === "function" ? outcome : () => outcome;
  return runCheck(written(spec), around, { signal: AbortSignal.timeout(10_000), ...options });
};
const result = async (...args: Parameters<typeof run>) => (await run(...args)).result;
const answered = { pass: true, durationMs: 12.4, data: { code: 200, json: { token: "abc", n: [1, 2, 3] } } };

test("what its kind found is what is told", async () => {
  const start = Date.now();
  const { result: told, ...rest } = await run(
    {},
    { pass: true, message: "well", detail: { a: 1 }, labels: { b: "c" }, data: { d: 1 } },
  );
  expect(rest).toEqual({});
  expect(told).toMatchObject({
    verdict: "healthy",
    isInvalid: false,
    message: "well",
    error: "",
    detail: { a: 1 },
    labels: { b: "c" },
    data: { d: 1 },
  });
  expect(told.start.getTime()).toBeGreaterThanOrEqual(start);
  expect(told.durationMs).toBeGreaterThanOrEqual(0);
});

test.each([
  ["an unknown type", { type: "unheardOf" }, {}, "unhealthy", true, "There are no checks of the type unheardOf here."],
  [
    "a spec that its kind refuses",
    { url: 1 },
    {},
    "unhealthy",
    true,
    "url Invalid input: expected string, received number.",
  ],
  [
    "a spec that cannot work",
    {},
    () => {
      throw new CheckInvalid("No such thing.");
    },
    "unhealthy",
    true,
    "No such thing.",
  ],
  [
    "a fault of ours",
    {},
    () => {
      throw new CouldNotCheck("No room.");
    },
    "could_not_check",
    false,
    "No room.",
  ],
  [
    "a fault of the other side",
    {},
    () => {
      throw Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    },
    "unhealthy",
    false,
    "Nothing listens there. Check host and port, and that the service runs.",
  ],
] as [string, Written, Say | Outcome, string, boolean, string][])(
  "%s is told from others",
  async (_, spec, outcome, verdict, isInvalid, error) => {
    expect(await result(spec, outcome)).toMatchObject({ verdict, isInvalid, error });
  },
);

test("a run that hangs ends with its time, and one that is stopped is nobody's failure", async () => {
  const hang = () => new Promise<Outcome>(() => {});
  expect(await result({}, hang, { signal: AbortSignal.timeout(20) })).toMatchObject({
    verdict: "unhealthy",
    error: "It was not done in time",
  });
  const over = new AbortController();
  const late = result({}, hang, { signal: over.signal });
  over.abort(new DOMException("It was not done after 59s", "TimeoutError"));
  expect(await late).toMatchObject({ verdict: "unhealthy", error: "It was not done after 59s" });
  // Before it has begun to look, it knows nothing of anybody.
  const waiting = result({ retries: { delay: "1h" } }, hang, { signal: AbortSignal.timeout(20) });
  expect(await waiting).toMatchObject({ verdict: "could_not_check", error: "It was not done in time" });
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  expect(await result({ type: "http", url }, undefined, { signal: AbortSignal.timeout(200) })).toMatchObject({
    verdict: "unhealthy",
    error: expect.stringMatching(/^Nobody answered at 127\.0\.0\.1:\d+ in time\./),
  });
  silent.close();
  const stopping = new AbortController();
  const stopped = result({}, hang, { signal: stopping.signal });
  stopping.abort();
  expect(await stopped).toMatchObject({ verdict: "could_not_check", error: "The run was ended before it was done" });
});

test("a real port is found open, and then closed", async () => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await result({ type: "tcp", endpoint })).toMatchObject({ verdict: "healthy" });
  await new Promise((resolve) => server.close(resolve));
  expect(await result({ type: "tcp", endpoint })).toMatchObject({
    verdict: "unhealthy",
    isInvalid: false,
    error: `Nothing listens at ${endpoint}. Check host and port, and that the service runs.`,
  });
});

test("a failure says where, also one that a driver tells in words of its own", async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const hungUp = () => Promise.reject(new Error("of a driver", { cause: coded("ECONNRESET") }));
  const reached = async (run: CheckRun) => (await run.outbound.connect({ host: "127.0.0.1", port })).destroy();
  expect(await result({}, async (_, run) => (await reached(run), hungUp()))).toMatchObject({
    error: expect.stringMatching(new RegExp(`^127\\.0\\.0\\.1:${port} hung up\\.`)),
  });
  // Of two that were asked, nobody knows which one it was.
  const two: Say = async (_, run) => {
    await reached(run);
    await run.outbound.connect({ host: "127.0.0.1", port: 1 }).catch(() => {});
    return hungUp();
  };
  expect(await result({}, two)).toMatchObject({ error: expect.stringMatching(/^The other side hung up\./) });
  silent.close();
});

test("where nobody may go nothing is known: the check is at fault, and not what is there", async () => {
  const refused = { verdict: "unhealthy", isInvalid: true, error: expect.stringContaining("metadata service") };
  expect(await result({ type: "tcp", endpoint: "169.254.169.254:80" })).toMatchObject(refused);
  expect(await result({ type: "http", url: "http://169.254.169.254/" })).toMatchObject(refused);
  expect(await result({ type: "http", url: "http://169.254.169.254/", crawl: {} })).toMatchObject(refused);
  expect(await result({ type: "postgres", url: "postgres://169.254.169.254/db" })).toMatchObject(refused);
  expect(await result({ type: "mongodb", url: "mongodb://169.254.169.254/db" })).toMatchObject(refused);
  const bucket = { bucketName: "b", objectPath: "o", accessKey: { value: "k" }, secretKey: { value: "s" } };
  expect(
    await result({ type: "s3", ...bucket, region: "r", endpoint: "http://169.254.169.254", usePathStyle: true }),
  ).toMatchObject(refused);
});

test("a target that sends whoever asks where nobody may go answers wrongly", async () => {
  const server = createWebServer((_, response) =>
    response.writeHead(302, { location: "http://169.254.169.254/latest/" }).end(),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  expect(await result({ type: "http", url: `http://127.0.0.1:${port}/` })).toMatchObject({
    verdict: "unhealthy",
    isInvalid: false,
    error: expect.stringContaining("metadata service"),
  });
  server.close();
});

test.each([
  [{ expr: "code == 200 && json.token == 'abc'" }, "healthy", ""],
  [{ expr: "code == 201" }, "unhealthy", "The test failed: code == 201"],
  [{ expr: "size(json.n) == 3 && duration == 12" }, "healthy", ""],
  [{ template: "{{ if eq .code 200 }}true{{ else }}false{{ end }}" }, "healthy", ""],
  [{ template: "F" }, "unhealthy", "The test failed: F"],
  [{ javascript: "code === 200 ? 1 : 0" }, "healthy", ""],
  [{ jsonPath: "$.json.n[5]" }, "unhealthy", 'The test came to "", which is neither true nor false'],
  [{ expr: "'perhaps'" }, "unhealthy", 'The test came to "perhaps", which is neither true nor false'],
  [{ expr: "json.missing.deep == 1" }, "unhealthy", "The test failed: No such key: missing (line 1, column 6)."],
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
] as const)("the test %j", async (expression, verdict, error) => {
  const outputs = { first: { json: { token: "abc" } } };
  expect(await result({ test: expression, url: "http://x" }, answered, { outputs })).toMatchObject({
    verdict,
    error,
    isInvalid: false,
  });
});

test("a test that cannot be read is a fault of the check", async () => {
  // What is saved is judged before; a spec may be older than we are.
  const loose = { ...spoken, spec: z.looseObject({ test: z.unknown() }) } as CheckKind;
  const told = await runCheck(
    written({ test: { expr: "code ==" } }),
    { ...around, kindNamed: () => loose },
    { signal: AbortSignal.timeout(5_000) },
  );
  expect(told.result).toMatchObject({
    verdict: "unhealthy",
    isInvalid: true,
    error: expect.stringContaining("In: code =="),
  });
});

test("what failed stays failed, and what it lacks is no second failure", async () => {
  const failing = { ...answered, pass: false, error: "500 is no success" };
  expect(await result({ test: { expr: "true" } }, failing)).toMatchObject({
    verdict: "unhealthy",
    error: "500 is no success",
  });
  expect(await result({ test: { expr: "code == 1" } }, failing)).toMatchObject({
    error: "500 is no success, The test failed: code == 1",
  });
  expect(await result({ test: { expr: "missing == 1" }, display: { expr: "absent" } }, failing)).toMatchObject({
    error: "500 is no success",
    message: "",
  });
  expect(await result({ test: { expr: "false" } }, { ...answered, testFailure: "exit code 3" })).toMatchObject({
    error: "exit code 3",
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
  [{ expr: "'login took ' + string(duration) + 'ms'" }, "login took 12ms", ""],
  [{ template: "{{ .json.token | toUpper }} $(.code)" }, "ABC 200", ""],
  [{ expr: "json" }, '{"token":"abc","n":[1,2,3]}', ""],
  [{ expr: "nowhere" }, "", "The display failed: Unknown variable: nowhere (line 1, column 1)."],
] as const)("the display %j", async (display, message, error) => {
  expect(await result({ display }, answered)).toMatchObject({
    message,
    error,
    verdict: error === "" ? "healthy" : "unhealthy",
  });
});

test("kinds that pass or fail by themselves have no expressions", async () => {
  expect(await result({ type: "plain", test: { expr: "false" } }, answered)).toMatchObject({ verdict: "healthy" });
});

test("the last run is there for who asks for it, and empty before the first", async () => {
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
    { expr: "json.nothing" },
    {},
    { error: "The transform failed: No such key: nothing (line 1, column 6)." },
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

test("metrics are measured once, and what is no number is a failure", async () => {
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
  const told = await result(
    { metrics, retries: { maxRetries: 1, interval: "1ms" } },
    { ...answered, metrics: [{ name: "own", type: "gauge", labels: {}, value: 1 }] },
  );
  expect(told.metrics).toEqual([
    { name: "own", type: "gauge", labels: {}, value: 1 },
    { name: "tokens", type: "gauge", labels: { code: "200", fixed: "x" }, value: 3.5 },
    { name: "slow", type: "histogram", labels: {}, value: 12 },
  ]);
  expect(await result({ metrics: [{ name: "a", type: "gauge", value: "json.token" }] }, answered)).toMatchObject({
    verdict: "unhealthy",
    error: "The metric a came to no number: json.token",
  });
  expect(await result({ metrics: [{ name: "a b", type: "gauge", value: "1" }] }, answered)).toMatchObject({
    error: expect.stringContaining("is no name of a metric"),
  });
  expect(
    await result(
      { metrics: [{ name: "age", type: "gauge", value: "age" }] },
      { pass: true, data: { age: new Span(1500) } },
    ),
  ).toMatchObject({ metrics: [{ value: 1500 }] });
});

test("texts of the spec are filled in where their field says so", async () => {
  let given: Readonly<Record<string, unknown>> = {};
  const keep: Say = (spec) => ((given = spec), { pass: true });
  const outputs = { login: { json: { token: "abc" } } };
  const spec = {
    url: "https://$(host).example.org/{{ .canary.namespace }}?q={{ .env.PATH }}",
    body: "{{ as it is }}",
    headers: [
      { name: "Authorization", value: "Bearer $(.outputs.login.json.token)" },
      { name: "X", value: "plain" },
    ],
    env: [
      { name: "host", value: "$(.check.name)-1" },
      { name: "PATH", value: "p" },
    ],
    labels: { of: "$(.canary.labels.team)" },
  };
  const told = await result(spec, keep, { outputs });
  expect(given).toMatchObject({
    url: "https://login-1.example.org/retail?q=p",
    body: "{{ as it is }}",
    headers: [{ value: "Bearer abc" }, { value: "plain" }],
  });
  expect(told).toMatchObject({ verdict: "healthy", labels: { of: "web" } });
  await result({ ...spec, canary: { annotations: { template: "false" } } }, keep, { outputs });
  expect(given).toMatchObject({ url: spec.url });
  await result({ url: "$(zone)", canary: { spec: { env: { zone: { value: "eu" } } } } }, keep);
  expect(given).toMatchObject({ url: "eu" });
});

test.each([
  ["{{ nowhere }}", "url cannot be filled in: nowhere is neither a function nor a value here (line 1, column 4)."],
  [
    "$(.outputs.login.token)",
    "url would come to a reference, which must be written out: what is found is not looked up.",
  ],
])("the url %s is refused", async (url, error) => {
  const outputs = { login: { token: "secret://db/password" } };
  expect(await result({ url }, answered, { outputs })).toMatchObject({ verdict: "unhealthy", isInvalid: true, error });
});

test("a kind fills in what only sometimes is a template", async () => {
  const told = await result(
    { body: "$(who) {{ .n }}", env: [{ name: "who", value: "me" }] },
    async ({ body }, { fill }) => ({ pass: true, message: await fill(body as string, { n: 7 }) }),
  );
  expect(told.message).toBe("me 7");
});

test("an address stands for itself, with what the spec says of user and password", async () => {
  const seen: unknown[] = [];
  const reach: Say = async (spec, { connection }) => (
    seen.push(await connection(spec)),
    { pass: true, message: `pass=${String(spec["password"])}` }
  );
  await result({ url: "db:5432", username: "u", password: { value: "p@ss word" } }, reach);
  expect(seen.pop()).toMatchObject({ url: "db:5432", username: "u", password: "p@ss word", type: "", id: null });
  await result({ connection: "postgres://u:hunter22@db/x" }, reach);
  expect(seen.pop()).toMatchObject({ url: "postgres://u:hunter22@db/x", type: "postgres", username: null });
  await result({ url: "postgres://$(username):$(password)@db/x", username: "u@corp", password: "p@ss word" }, reach);
  expect(seen.pop()).toMatchObject({ url: "postgres://u%40corp:p%40ss%20word@db/x", username: "u@corp" });
  await result({ url: "$(username):$(password)@tcp(db)/x", username: "u", password: "p@ss word" }, reach);
  expect(seen.pop()).toMatchObject({ url: "u:p@ss word@tcp(db)/x" });
  expect(await result({ connection: "connection://default/db" }, reach)).toMatchObject({
    isInvalid: true,
    error: expect.stringContaining("Connections are kept by the server"),
  });
});

test("secrets of a run are in nothing that it tells", async () => {
  const echo: Say = async (spec, { connection, value }) => {
    const { password } = await connection(spec);
    const token = await value("env://TOKEN");
    return {
      pass: false,
      message: `with ${password}`,
      error: `token ${token}`,
      detail: { sent: [password] },
      labels: { token },
      artifacts: [
        { path: "out.txt", body: Buffer.from(`said ${token}`) },
        { path: "raw", body: Buffer.from([0xff, 0]) },
      ],
      metrics: [{ name: "m", type: "gauge", labels: { token }, value: 1 }],
      data: { token },
    };
  };
  const told = await run(
    { url: "x", password: "hunter2-and-more", transform: { expr: "[{'name': 'made', 'message': token}]" } },
    echo,
  );
  const { data, ...rest } = told.result;
  expect(data).toMatchObject({ token: "tok-en-4711" });
  expect(rest).toMatchObject({
    message: "with ***",
    error: "token ***",
    labels: { token: "***" },
    metrics: [{ labels: { token: "***" } }],
  });
  expect(Buffer.from(rest.artifacts[0]!.body).toString()).toBe("said ***");
  expect([...rest.artifacts[1]!.body]).toEqual([0xff, 0]);
  expect(told.madeChecks![0]!.message).toBe("***");
  expect(await result({}, async (_, { value }) => ({ pass: true, message: await value("env://OTHER") }))).toMatchObject(
    {
      verdict: "could_not_check",
      error:
        "The environment variable OTHER is not open to connections. The operator can start Quarterdeck with ALLOW_ENV, which lists those that are.",
    },
  );
});

test("what is kept is bounded", async () => {
  const told = await result(
    {},
    { pass: false, message: "é".repeat(5_000), error: "x".repeat(200_000), durationMs: 1e12 },
  );
  expect(Buffer.byteLength(told.message)).toBeLessThanOrEqual(4096);
  expect(told.message).toMatch(/^é+…$/);
  expect(told.error).toMatch(/^x{131069}…$/);
  expect(told.durationMs).toBe(2 ** 31 - 1);
});

test("it is tried again until it passes, or may not be", async () => {
  let looks = 0;
  const after =
    (count: number): Say =>
    () => ({ pass: (looks += 1) >= count, data: { looks } });
  const retried = async (canary: object, own: object, outcome: Say, options: Partial<RunOptions> = {}) => {
    looks = 0;
    const told = await result(
      { retries: own, test: { expr: "true" }, canary: { spec: { retries: canary } } },
      outcome,
      options,
    );
    return { looks, verdict: told.verdict, retries: told.data["retries"] };
  };
  expect(await retried({ maxRetries: 3, interval: "1ms" }, {}, after(3))).toMatchObject({
    looks: 3,
    verdict: "healthy",
    retries: { attempts: 3, retries: 2, maxRetries: 3, interval: "1ms" },
  });
  expect(await retried({ maxRetries: 3, interval: "1ms" }, { maxRetries: 1 }, after(9))).toMatchObject({
    looks: 2,
    verdict: "unhealthy",
  });
  expect(await retried({ maxRetries: 3 }, { disabled: true }, after(9))).toMatchObject({
    looks: 1,
    retries: undefined,
  });
  expect(
    await retried({ maxRetries: 3, disabled: true, interval: "1ms" }, { disabled: false }, after(2)),
  ).toMatchObject({ looks: 2, verdict: "healthy" });
  expect(await retried({}, { timeout: "30ms", interval: "5ms" }, after(1_000))).toMatchObject({
    verdict: "unhealthy",
    retries: { timeout: "30ms" },
  });
  expect(looks).toBeGreaterThan(1);
  expect(await retried({}, { maxRetries: 2, delay: "1ms", interval: "1ms" }, after(1))).toMatchObject({
    looks: 1,
    retries: { attempts: 1, delay: "1ms" },
  });
  expect(await retried({ interval: "1ms" }, {}, after(9))).toMatchObject({ looks: 1, retries: undefined });
  expect(
    await retried({}, { maxRetries: 5, interval: "10m" }, after(9), { signal: AbortSignal.timeout(30) }),
  ).toMatchObject({ looks: 1, verdict: "unhealthy" });
  looks = 0;
  const invalid: Say = () => {
    looks += 1;
    throw new CheckInvalid("never");
  };
  expect(await retried({}, { maxRetries: 5, interval: "1ms" }, invalid)).toMatchObject({ looks: 1 });
  expect(await result({ retries: { timeout: "1s", interval: "0s" } })).toMatchObject({ isInvalid: true });
  expect(await result({ canary: { spec: { retries: { timeout: "soon" } } } })).toMatchObject({
    isInvalid: true,
    error: expect.stringContaining('retries.timeout: "soon" is no duration'),
  });
});

test("a test that fails is tried again, too", async () => {
  let looks = 0;
  const told = await result({ retries: { maxRetries: 5, interval: "1ms" }, test: { expr: "n == 3" } }, () => ({
    pass: true,
    data: { n: (looks += 1) },
  }));
  expect(told).toMatchObject({ verdict: "healthy", error: "", data: { n: 3 } });
});

afterAll(() => void (say = () => ({ pass: true })));
