// What is filled into a spec before its kind looks, and where connections lead.
import { expect, test } from "vitest";
import { answered, result, type Say } from "../../../../tests/spoken-check.ts";

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
