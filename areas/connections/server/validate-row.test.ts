import { expect, test } from "vitest";
import type { ConnectionType } from "./connection-type.ts";
import { fieldsOf, propertyIn } from "./form.ts";
import { judged, type Before } from "./judged.ts";
import { connectionTypes } from "./types/index.ts";

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
  ["made from the fields", fresh, "slack://$(password)@C1"],
  ["made when it is said to be nothing", { ...fresh, url: null }, "slack://$(password)@C1"],
  ["the writer's own", { ...fresh, url: "slack://xoxb-2@C2" }, "slack://xoxb-2@C2"],
  ["never a secret", { ...fresh, username: "secret://chat/channel" }, "slack://$(password)@$(username)"],
  ["none, for a type that nobody knows", { type: "pigeon", username: "x" }, undefined],
  ["none, for a type that has it as a field", { type: "postgres", password: "x" }, undefined],
])("CO-21 the address of a new connection is %s", (_, row, url) => {
  expect(judged(row, [])).toEqual(url === undefined ? row : { ...row, url });
});

test.each<[string, Record<string, unknown>, Partial<Before>, string | undefined]>([
  ["a part of it changes", { username: "C2" }, {}, "slack://$(password)@C2"],
  [
    "the row comes back whole with a part changed",
    { type: "slack", url: "slack://$(password)@C1", username: "C2", password: "***", properties: {} },
    {},
    "slack://$(password)@C2",
  ],
  ["the row comes back whole", { type: "slack", url: "slack://$(password)@C1", username: "***" }, {}, undefined],
  ["another part changes", { properties: { BotName: "deck" }, password: "xoxb-2" }, {}, undefined],
  ["there was none", { password: "xoxb-2" }, { url: null, shownUrl: null }, "slack://$(password)@C1"],
  ["it is taken away", { url: null }, { url: "slack://x@C9", shownUrl: "slack://***@C9" }, "slack://$(password)@C1"],
  ["the connection is renamed", { name: "other" }, { url: null, username: null }, undefined],
  ["it was the writer's own, and nothing about it changes", { insecure_tls: true }, { url: "slack://x@C9" }, undefined],
  [
    "the type becomes another",
    { type: "slack" },
    { type: "http", url: "https://x", shownUrl: "https://x" },
    "slack://$(password)@C1",
  ],
])("CO-21 a change makes the address anew when %s, or leaves it", (_, row, was, url) => {
  expect(judged(row, [chat(was)])).toEqual(url === undefined ? row : { ...row, url });
});

test("an address with holes in it is not made: what is missing is named", () => {
  expect(() => judged({ type: "slack", password: "x" }, [])).toThrow("username: is required");
  expect(() => judged({ username: null }, [chat()])).toThrow("username: is required");
});

test("several at once keep what each has, and cannot get one address", () => {
  const two = [chat(), chat({ username: "C3", url: "slack://$(password)@C3" })];
  const row = { password: "y" };
  expect(judged(row, two)).toEqual(row);
  expect(() => judged({ username: "C2" }, two)).toThrow("change one at a time");
});

/** A row as its form would send it, with something in every field. */
function filledIn(type: ConnectionType): Record<string, unknown> {
  const properties: Record<string, string> = {};
  const row: Record<string, unknown> = { type: type.type, properties };
  for (const { kept, kind, usual, isSecret } of fieldsOf(type)) {
    if (kept === "properties.hostKey") {
      properties["hostKey"] = `SHA256:${"A".repeat(43)}`;
      continue;
    }
    const value = usual ?? (isSecret ? "s3cret-word" : kind === "integer" ? "1234" : `sample-${kept}`);
    const property = propertyIn(kept);
    if (kept === "insecure_tls") row[kept] = true;
    else if (property === undefined) row[kept] = value;
    else properties[property] = value;
  }
  return row;
}

test.each(connectionTypes.filter(({ url }) => url === undefined))("the form of $type, filled in, passes", (type) => {
  expect(judged(filledIn(type), [])).toEqual(filledIn(type));
});

test.each(connectionTypes.filter(({ url }) => url !== undefined))(
  "CO-21 the form of $type makes an address without holes and without secrets",
  (type) => {
    const { url } = judged(filledIn(type), []);
    expect(url).toMatch(/^[a-z]+[:+]/);
    expect(url).not.toMatch(/undefined|null|s3cret|\/\/@/);
  },
);

test.each([
  ["an address", { type: "postgres", url: "postgres://$(username):$(password@db/shop" }, "url: has {{ }} or $( ) that"],
  ["a property", { type: "pigeon", properties: { loft: "$(abrev 3 name)" } }, "properties.loft: cannot be filled in: "],
  ["a secret", { type: "pigeon", properties: { token: "{{ hunter2 1 }}" } }, "properties.token: has {{ }} or $( )"],
])("%s that cannot be filled in is told when it is written, and no secret of it", (_, row, sentence) => {
  const told = () => judged(row, []);
  expect(told).toThrow(sentence);
  expect(told).not.toThrow("hunter2");
});

test("what is filled in, what is found elsewhere and what is kept is taken", () => {
  const url = "postgres://$(username):$(password)@{{ .properties.host }}/shop";
  expect(judged({ type: "postgres", url }, [])).toEqual({ type: "postgres", url });
  const properties = { BotName: "***", ThreadID: "secret://a/{{" };
  expect(judged({ properties }, [chat()])).toEqual({ properties });
});
