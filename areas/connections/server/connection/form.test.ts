import { expect, test } from "vitest";
import { connectionType } from "./connection-type.ts";
import { choice, credential, insecureTls, line, port } from "./fields.ts";
import { badPartsOf, formOf, missingOf } from "./form.ts";
import type { Parts } from "./open-connection.ts";

const pigeon = connectionType({
  type: "pigeon",
  title: "Pigeon",
  icon: "pigeon",
  group: "Messages",
  fields: {
    host: line("Host", "properties.host"),
    port: port("properties.port", 587),
    mode: choice("Mode", "properties.mode", ["Auto", "None"], "Auto"),
    loft: line("Loft", "username").optional(),
    token: credential("Token", "password"),
    seed: credential("Seed", "properties.seed").optional(),
    insecure: insecureTls,
  },
});

const parts = (more: Partial<Parts>): Partial<Parts> => ({
  username: null,
  password: null,
  insecure_tls: false,
  ...more,
});

test.each<[string, Partial<Parts>, string[]]>([
  ["nothing", {}, []],
  ["a port", { properties: { port: "25" } }, []],
  ["a word for a port", { properties: { port: "smtp" } }, ["properties.port: must be a whole number"]],
  ["half a port", { properties: { port: "25.5" } }, ["properties.port: must be a whole number"]],
  ["a port that is none", { properties: { port: "70000" } }, ["properties.port: must be from 1 to 65535"]],
  ["a choice that is none", { properties: { mode: "auto" } }, ["properties.mode: must be one of Auto, None"]],
  ["empty texts", { properties: { port: "", mode: "" } }, []],
  ["a reference", { properties: { port: "configmap://mail/port" } }, []],
  ["a template", { properties: { port: "$(properties.other)" } }, []],
  ["unknown properties", { properties: { wings: "two" }, url: "anything" }, []],
])("validates %s against the fields of the type", (_, values, expected) => {
  const problems = badPartsOf(pigeon, parts(values)).map(({ path, message }) => `${path}: ${message}`);
  expect(problems).toHaveLength(expected.length);
  for (const [index, start] of expected.entries()) expect(problems[index]).toMatch(new RegExp(`^${start}`));
});

test("builds the address from readable values, with templates in place of secrets and references", () => {
  const form = (values: Partial<Parts>) => formOf(pigeon, parts(values));
  expect(form({ properties: { host: " a.example.org " }, username: "roof" })).toEqual({
    host: "a.example.org",
    port: "587",
    mode: "Auto",
    loft: "roof",
    token: undefined,
    seed: undefined,
    insecure: "false",
  });
  expect(
    form({
      properties: { host: "configmap://mail/host", port: "25", seed: "s" },
      username: "secret://a/b",
      password: "p",
      insecure_tls: true,
    }),
  ).toEqual({
    host: "$(properties.host)",
    port: "25",
    mode: "Auto",
    loft: "$(username)",
    token: "$(password)",
    seed: "$(properties.seed)",
    insecure: "true",
  });
});

test("reports required fields without a value and without a default as missing", () => {
  expect(missingOf(pigeon, parts({}))).toEqual(["properties.host", "password"]);
  expect(missingOf(pigeon, parts({ properties: { host: "a" }, password: "p" }))).toEqual([]);
});
