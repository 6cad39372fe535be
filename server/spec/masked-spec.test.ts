import { expect, test } from "vitest";
import { z } from "zod";
import { maskSpec, openSpec, restoreSpec } from "./masked-spec.ts";
import { credentials, envVar, list, namedEnvVar, part, templatedLabels, text } from "./parts.ts";
import { secretTexts } from "./secret-places.ts";

const check = part({
  name: text.optional(),
  url: text.optional(),
  ...credentials,
  tokenURL: text.optional(),
  marked: envVar.optional().meta({ secret: true }),
  harmless: text.optional().meta({ secret: false }),
  headers: list(namedEnvVar).optional(),
  labels: templatedLabels.optional(),
});
const schema = part({ http: list(check).optional(), env: z.record(z.string(), envVar).optional() });

const masked = (spec: unknown) => maskSpec(schema, spec).masked;
const maskedCheck = (fields: Record<string, unknown>) => (masked({ http: [fields] }) as { http: unknown[] }).http[0];

test.each([
  ["a marked field", { marked: "x1" }, { marked: "***" }],
  ["the value of a marked field", { password: { value: "x1" } }, { password: { value: "***" } }],
  [
    "a name that says so, unknown to the schema",
    { apiKey: "x1", pin: { clientSecret: 4711 } },
    { apiKey: "***", pin: { clientSecret: "***" } },
  ],
  ["a list that is named so", { tokens: ["x1", "x2"] }, { tokens: ["***", "***"] }],
  [
    "a value beside its name",
    { params: [{ name: "token", value: "x1" }] },
    { params: [{ name: "token", value: "***" }] },
  ],
  ["a key beside a certificate", { auth: { cert: "c", key: "x1" } }, { auth: { cert: "c", key: "***" } }],
  [
    "every header but harmless ones",
    {
      headers: [
        { name: "X-Any", value: "x1" },
        { name: "accept", value: "a/b" },
      ],
    },
    {
      headers: [
        { name: "X-Any", value: "***" },
        { name: "accept", value: "a/b" },
      ],
    },
  ],
  [
    "headers and variables as a map, in an unknown field",
    { other: { headers: { "X-Any": "x1", Accept: "a/b" }, env: { A: "x1", B: { value: "x2" } } } },
    { other: { headers: { "X-Any": "***", Accept: "a/b" }, env: { A: "***", B: { value: "***" } } } },
  ],
  ["variables as a list of texts", { env: ["A=b"] }, { env: ["***"] }],
  [
    "the data of a Secret",
    { resources: [{ kind: "Secret", stringData: { a: "x1" }, data: { b: "x2" } }] },
    { resources: [{ kind: "Secret", stringData: { a: "***" }, data: { b: "***" } }] },
  ],
  ["a text in any field", { description: "see https://u:p@h/x" }, { description: "see https://u:***@h/x" }],
])("masks %s", (_, fields, shown) => expect(maskedCheck(fields)).toEqual(shown));

test.each([
  [{ password: { valueFrom: { secretKeyRef: { name: "token", key: "password" } } } }],
  [{ password: "secret://db/password", url: "connection://db/main" }],
  [{ password: "{{ .env.PASSWORD }}", headers: [{ name: "Authorization", value: "Bearer $(token)" }] }],
  [{ tokenURL: "https://h/token", secretName: "x", harmless: "x1", username: "ada" }],
  [{ labels: { token: "shown", env: "prod" }, env: "prod" }],
  [
    {
      volumes: [{ secret: { secretName: "x", items: [{ key: "a", path: "b" }] } }],
      imagePullSecrets: [{ name: "regcred" }],
    },
  ],
  [{ password: "", marked: null, token: true }],
])("leaves %j readable", (fields) => expect(maskedCheck(fields)).toEqual(fields));

test("restores the original of a masked spec, and lists its secrets for the scrubber", () => {
  const spec = {
    http: [
      {
        name: "a",
        url: "https://u:p%40ss@h",
        password: { value: "hunter2" },
        headers: [{ name: "Authorization", value: "Bearer abcd" }],
      },
    ],
    env: { A: "value" },
  };
  const hidden = maskSpec(schema, spec);
  expect(JSON.stringify(hidden.masked)).not.toMatch(/p%40ss|hunter2|abcd|"value"\s*}/);
  expect(openSpec(hidden)).toEqual(spec);
  expect(openSpec({ ...hidden, masked: { http: [] } })).toEqual({ http: [] });
  expect(new Set(secretTexts(schema, spec))).toEqual(
    new Set(["Bearer abcd", "abcd", "hunter2", "p%40ss", "p@ss", "value"]),
  );
});

const stored = maskSpec(schema, {
  http: [
    { name: "a", url: "https://u:pa@h/x?token=ta", password: "xa" },
    {
      name: "b",
      url: "https://u:pb@h/y",
      password: { value: "xb" },
      headers: [
        { name: "K", value: "k1" },
        { name: "L", value: "l1" },
      ],
    },
  ],
});
const [a, b] = (stored.masked as { http: [Record<string, unknown>, Record<string, unknown>] }).http;
const back = (http: unknown[]) => restoreSpec(schema, { http }, stored);
const paths = ({ missing }: { missing: readonly (readonly unknown[])[] }) => missing.map((path) => path.join("."));

test("*** keeps the stored value, regardless of the order of the items", () => {
  expect(back([a, b]).spec).toEqual(openSpec(stored));
  const [openA, openB] = (openSpec(stored) as { http: unknown[] }).http;
  expect(back([b, a]).spec).toEqual({ http: [openB, openA] });
  expect(back([{ name: "new", password: "n" }, b]).spec).toEqual({ http: [{ name: "new", password: "n" }, openB] });
  expect(back([{ name: "new", password: "n" }, b, a]).missing).toEqual([]);
});

test("a URL keeps its secrets if only other parts are edited, and a new secret replaces the stored secret", () => {
  const { spec, missing } = back([{ ...a, url: "https://v:***@other:8443/z?page=1&token=***", password: "new" }, b]);
  expect(missing).toEqual([]);
  expect((spec as { http: unknown[] }).http[0]).toEqual({
    name: "a",
    url: "https://v:pa@other:8443/z?page=1&token=ta",
    password: "new",
  });
});

test("accepts a value sent back as a string or as an object", () => {
  expect(
    (
      back([
        { ...a, password: { value: "***" } },
        { ...b, password: "***" },
      ]).spec as { http: unknown[] }
    ).http,
  ).toMatchObject([{ password: { value: "xa" } }, { password: "xb" }]);
});

test("a renamed item keeps its secrets if no other identifying field changed", () => {
  expect(back([{ ...a, name: "renamed" }, b]).missing).toEqual([]);
  expect(paths(back([{ ...a, name: "renamed", url: "https://u:***@elsewhere" }, b]))).toEqual([
    "http.0.url",
    "http.0.password",
  ]);
});

test("*** in a new item is reported as missing and never gets the secret of a different item", () => {
  expect(paths(back([{ name: "c", password: "***" }, a, b]))).toEqual(["http.0.password"]);
  expect(paths(back([a, { ...a, name: "copy" }, b]))).toEqual(["http.1.url", "http.1.password"]);
  expect(paths(back([a, b, { ...b }]))).toEqual([
    "http.1.url",
    "http.1.password.value",
    "http.1.headers.0.value",
    "http.1.headers.1.value",
    "http.2.url",
    "http.2.password.value",
    "http.2.headers.0.value",
    "http.2.headers.1.value",
  ]);
  expect(paths(restoreSpec(schema, { http: [a] }, undefined))).toEqual(["http.0.url", "http.0.password"]);
  expect(paths(back([{ ...a, password: "Bearer ***" }, b]))).toEqual(["http.0.password"]);
});

test("headers are matched by their names", () => {
  const { spec } = back([
    a,
    {
      ...b,
      headers: [
        { name: "L", value: "***" },
        { name: "M", value: "m1" },
        { name: "K", value: "***" },
      ],
    },
  ]);
  expect((spec as { http: { headers: unknown }[] }).http[1]!.headers).toEqual([
    { name: "L", value: "l1" },
    { name: "M", value: "m1" },
    { name: "K", value: "k1" },
  ]);
});

test("items without a name that are removed or reordered never get the secret of a different item", () => {
  const nameless = maskSpec(schema, {
    http: [{ url: "https://u:p1@h" }, { url: "https://u:p2@h" }, { url: "https://u:p3@i" }],
  });
  const all = (nameless.masked as { http: unknown[] }).http;
  expect(restoreSpec(schema, { http: [all[2], all[0], all[1]] }, nameless).spec).toEqual({
    http: [{ url: "https://u:p3@i" }, { url: "https://u:p1@h" }, { url: "https://u:p2@h" }],
  });
  // It is unknown which of the two equal items was removed.
  expect(paths(restoreSpec(schema, { http: [all[0], all[2]] }, nameless))).toEqual(["http.0.url"]);
});

test("keeps *** outside of credentials as plain text", () => {
  const spec = { http: [{ name: "a", mask: { jsonpath: "$.x", value: "***" }, description: "*** is the mask" }] };
  expect(restoreSpec(schema, spec, undefined)).toEqual({ spec, missing: [] });
  expect(masked(spec)).toEqual(spec);
});
