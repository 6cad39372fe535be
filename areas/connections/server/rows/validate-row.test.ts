import { expect, test } from "vitest";
import type { ConnectionType } from "../connection/connection-type.ts";
import { fieldsOf, propertyIn } from "../connection/form.ts";
import { validatedRow, type Before } from "./validate-row.ts";
import { connectionTypes } from "../types/index.ts";

const chat = (more: Partial<Before> = {}): Before => ({
  type: "slack",
  url: "slack://$(password)@C1",
  shownUrl: "slack://$(password)@C1",
  username: "C1",
  password: "xoxb-1",
  certificate: null,
  insecure_tls: false,
  properties: {},
  ...more,
});
const fresh = { type: "slack", username: "C1", password: "xoxb-1" };

test.each([
  ["built from the fields", fresh, "slack://$(password)@C1"],
  ["built when the row sends null", { ...fresh, url: null }, "slack://$(password)@C1"],
  ["the address of the request", { ...fresh, url: "slack://xoxb-2@C2" }, "slack://xoxb-2@C2"],
  ["free of secrets", { ...fresh, username: "secret://chat/channel" }, "slack://$(password)@$(username)"],
  ["empty for an unknown type", { type: "pigeon", username: "x" }, undefined],
  ["empty for a type with an address field", { type: "postgres", password: "x" }, undefined],
])("CO-21 a new connection gets the address %s", (_, row, url) => {
  expect(validatedRow(row, [])).toEqual(url === undefined ? row : { ...row, url });
});

test.each<[string, Record<string, unknown>, Partial<Before>, string | undefined]>([
  ["a part of it changes", { username: "C2" }, {}, "slack://$(password)@C2"],
  [
    "the whole row is sent with a part changed",
    { type: "slack", url: "slack://$(password)@C1", username: "C2", password: "***", properties: {} },
    {},
    "slack://$(password)@C2",
  ],
  ["the whole row is sent unchanged", { type: "slack", url: "slack://$(password)@C1", username: "***" }, {}, undefined],
  ["another part changes", { properties: { BotName: "deck" }, password: "xoxb-2" }, {}, undefined],
  ["there was none", { password: "xoxb-2" }, { url: null, shownUrl: null }, "slack://$(password)@C1"],
  ["it is cleared", { url: null }, { url: "slack://x@C9", shownUrl: "slack://***@C9" }, "slack://$(password)@C1"],
  ["the connection is renamed", { name: "other" }, { url: null, username: null }, undefined],
  ["it was written by hand, and no part of it changes", { insecure_tls: true }, { url: "slack://x@C9" }, undefined],
  [
    "the type changes",
    { type: "slack" },
    { type: "http", url: "https://x", shownUrl: "https://x" },
    "slack://$(password)@C1",
  ],
])("CO-21 decides whether to rebuild the address when %s", (_, row, was, url) => {
  expect(validatedRow(row, [chat(was)])).toEqual(url === undefined ? row : { ...row, url });
});

test("reports the missing fields instead of building an incomplete address", () => {
  expect(() => validatedRow({ type: "slack", password: "x" }, [])).toThrow("username: is required");
  expect(() => validatedRow({ username: null }, [chat()])).toThrow("username: is required");
});

test("an update of several connections keeps their addresses, and cannot set a common address", () => {
  const two = [chat(), chat({ username: "C3", url: "slack://$(password)@C3" })];
  const row = { password: "y" };
  expect(validatedRow(row, two)).toEqual(row);
  expect(() => validatedRow({ username: "C2" }, two)).toThrow("only one can be changed at a time");
});

/** Builds a row that sets every field of the form. */
function filledIn(type: ConnectionType): Record<string, unknown> {
  const properties: Record<string, string> = {};
  const row: Record<string, unknown> = { type: type.type, properties };
  for (const { kept, kind, defaultValue, isSecret } of fieldsOf(type)) {
    if (kept === "properties.hostKey") {
      properties["hostKey"] = `SHA256:${"A".repeat(43)}`;
      continue;
    }
    const value = defaultValue ?? (isSecret ? "s3cret-word" : kind === "integer" ? "1234" : `sample-${kept}`);
    const property = propertyIn(kept);
    if (kept === "insecure_tls") row[kept] = true;
    else if (property === undefined) row[kept] = value;
    else properties[property] = value;
  }
  return row;
}

test.each(connectionTypes.filter(({ url }) => url === undefined))("accepts the filled-in form of $type", (type) => {
  expect(validatedRow(filledIn(type), [])).toEqual(filledIn(type));
});

test.each(connectionTypes.filter(({ url }) => url !== undefined))(
  "CO-21 the form of $type builds a complete address without secrets",
  (type) => {
    const { url } = validatedRow(filledIn(type), []);
    expect(url).toMatch(/^[a-z]+[:+]/);
    expect(url).not.toMatch(/undefined|null|s3cret|\/\/@/);
  },
);

test.each([
  [
    "an address",
    { type: "postgres", url: "postgres://$(username):$(password@db/shop" },
    "url: contains an invalid {{ }} or $( )",
  ],
  ["a property", { type: "pigeon", properties: { loft: "$(abrev 3 name)" } }, "properties.loft: cannot be filled in: "],
  [
    "a secret",
    { type: "pigeon", properties: { token: "{{ hunter2 1 }}" } },
    "properties.token: contains an invalid {{ }} or $( )",
  ],
])("refuses %s with an invalid template, and the error does not contain its secrets", (_, row, sentence) => {
  const validate = () => validatedRow(row, []);
  expect(validate).toThrow(sentence);
  expect(validate).not.toThrow("hunter2");
});

test("accepts templates, references and kept values", () => {
  const url = "postgres://$(username):$(password)@{{ .properties.host }}/shop";
  expect(validatedRow({ type: "postgres", url }, [])).toEqual({ type: "postgres", url });
  const properties = { BotName: "***", ThreadID: "secret://a/{{" };
  expect(validatedRow({ properties }, [chat()])).toEqual({ properties });
});
