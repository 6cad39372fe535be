import { expect, test } from "vitest";
import { faultOfCanary } from "./fault-of-canary.ts";

const id = "0194a3b2-0000-4000-8000-00000000000a";
const url = "https://data.example";
const secretKeyRef = { name: "db", key: "password" };

const judged = (spec: object, isExternal: boolean) =>
  faultOfCanary({ name: "quay", namespace: "default", spec: { schedule: "@every 1h", ...spec } }, { isExternal });

test.each([
  ["http.0.connection", { http: [{ name: "x", url, connection: "connection://default/orders" }] }],
  ["http.0.connection", { http: [{ name: "x", url, connection: id }] }],
  ["http.0.url", { http: [{ name: "x", url: " connection://orders" }] }],
  ["postgres.0.url", { postgres: [{ name: "x", url: id.toUpperCase(), query: "select 1" }] }],
  ["s3.0.connection", { s3: [{ name: "x", bucketName: "b", connection: "connection://default/aws" }] }],
  ["http.0.password", { http: [{ name: "x", url, username: "u", password: "secret://db/password" }] }],
  [
    "http.0.password.valueFrom",
    { http: [{ name: "x", url, username: "u", password: { valueFrom: { secretKeyRef } } }] },
  ],
  ["http.0.headers.0.value", { http: [{ name: "x", url, headers: [{ name: "A", value: "env://TOKEN" }] }] }],
  ["http.0.bearer", { http: [{ name: "x", url, bearer: "configmap://db/token" }] }],
  ["env.TOKEN.valueFrom", { env: { TOKEN: { valueFrom: { secretKeyRef } } }, http: [{ name: "x", url }] }],
])("a canary from external data must not contain a reference in %s", (path, spec) => {
  expect(judged(spec, true)).toContain(`${path} refers to a connection or a secret`);
  expect(judged(spec, false)).toBeUndefined();
});

test("a canary from external data may contain addresses, credentials and ids if they are not references", () => {
  const http = [{ name: "x", url, bearer: "plain", connection: "https://other.example", labels: { item: id } }];
  const catalog = [{ name: "y", selector: [{ id }] }];
  expect(judged({ http, catalog, env: { A: { value: "b" } } }, true)).toBeUndefined();
});
