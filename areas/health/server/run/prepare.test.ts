// Tests the templates and connections of a spec.
import { expect, test } from "vitest";
import { answered, result, type Say } from "#tests/support/spoken-check.ts";

test("fills templates only in fields that allow them", async () => {
  let received: Readonly<Record<string, unknown>> = {};
  const keep: Say = (spec) => ((received = spec), { pass: true });
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
  const outcome = await result(spec, keep, { outputs });
  expect(received).toMatchObject({
    url: "https://login-1.example.org/retail?q=p",
    body: "{{ as it is }}",
    headers: [{ value: "Bearer abc" }, { value: "plain" }],
  });
  expect(outcome).toMatchObject({ verdict: "healthy", labels: { of: "web" } });
  await result({ ...spec, canary: { annotations: { template: "false" } } }, keep, { outputs });
  expect(received).toMatchObject({ url: spec.url });
  await result({ url: "$(zone)", canary: { spec: { env: { zone: { value: "eu" } } } } }, keep);
  expect(received).toMatchObject({ url: "eu" });
});

test.each([
  ["{{ nowhere }}", "url cannot be filled in: nowhere is neither a function nor a value here (line 1, column 4)."],
  [
    "$(.outputs.login.token)",
    "url would become a reference, which must be written literally: references in filled-in values are not resolved.",
  ],
])("refuses the url %s", async (url, error) => {
  const outputs = { login: { token: "secret://db/password" } };
  expect(await result({ url }, answered, { outputs })).toMatchObject({ verdict: "unhealthy", isInvalid: true, error });
});

test("allows a kind to render a string that is only sometimes a template", async () => {
  const outcome = await result(
    { body: "$(who) {{ .n }}", env: [{ name: "who", value: "me" }] },
    async ({ body }, { fill }) => ({ pass: true, message: await fill(body as string, { n: 7 }) }),
  );
  expect(outcome.message).toBe("me 7");
});

test("uses a URL with the user and password of the spec", async () => {
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
    error: expect.stringContaining("stored connections are not available"),
  });
});
