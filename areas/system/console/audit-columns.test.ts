import { expect, test } from "vitest";
import { auditColumnsFor, changeOf, sentenceOf } from "./audit-columns.tsx";
import type { Deed } from "./audit-query.ts";
import { linkOf } from "./audit-words.ts";

const deed = (part: Partial<Deed>) =>
  ({ actor_kind: "person", person_name: "Ada", token_name: null, resource_name: null, ...part }) as Deed;

test.each<[Partial<Deed>, string]>([
  [{ action: "test", resource_type: "connections", resource_name: "orders" }, "Ada tested connection"],
  [{ action: "update", resource_type: "canaries", resource_name: "web" }, "Ada updated canary"],
  [{ action: "create", resource_type: "people", resource_name: "Bob" }, "Ada created person"],
  [{ action: "create", resource_type: "incident_rules", token_name: "ci" }, "Ada (token ci) created incident rule"],
  [{ action: "sign_in", resource_type: "sessions" }, "Ada signed in"],
  [{ action: "sign_in_refused", resource_type: "sessions", person_name: null }, "Unknown account was refused sign-in"],
  [{ action: "delete", resource_type: "views", resource_name: "v", actor_kind: "system" }, "System deleted view"],
])("describes an action on one line on a phone: %j", (part, sentence) => expect(sentenceOf(deed(part))).toBe(sentence));

test.each<[Partial<Deed>, string | undefined]>([
  [{ columns: ["value"], before: { value: "90" }, after: { value: "60" } }, "value 90 → 60"],
  [{ columns: ["deny"], before: { deny: false }, after: { deny: true } }, "deny false → true"],
  [{ columns: ["value"], before: { value: "30d" }, after: { value: "2w" } }, "value 30d → 2w"],
  // Texts, objects, secrets and several columns are listed by name only.
  [{ columns: ["value"], before: { value: "one text" }, after: { value: "another" } }, "value"],
  [{ columns: ["icon"], before: { icon: null }, after: { icon: "aws" } }, "icon"],
  [{ columns: ["spec"], before: { spec: { a: 1 } }, after: { spec: { a: 2 } } }, "spec"],
  [{ columns: ["password"], before: null, after: null }, "password"],
  [{ columns: ["name", "type"], before: { name: "a" }, after: { name: "b" } }, "name, type"],
  [{ columns: null, before: null, after: { name: "b" } }, undefined],
])("describes the changed values: %j", (part, text) => expect(changeOf(deed(part))).toBe(text));

test("the changed values are shown in the name column, and as a separate line on a phone", () => {
  const isShown = (isNarrow: boolean) =>
    auditColumnsFor(isNarrow).some(({ id, isHidden }) => id === "columns" && !isHidden);
  expect([isShown(false), isShown(true)]).toEqual([false, true]);
});

test("on a phone the name of the resource comes before the time", () => {
  const order = (isNarrow: boolean) => auditColumnsFor(isNarrow).map(({ id }) => id);
  expect(order(false)[0]).toBe("created_at");
  expect(order(true).indexOf("resource_name")).toBeLessThan(order(true).indexOf("created_at"));
});

test.each<[Partial<Deed>, ReturnType<typeof linkOf>]>([
  [
    { resource_type: "config_items", resource_id: "1", resource_name: "ups" },
    { kind: "config", id: "1" },
  ],
  [{ resource_type: "access_tokens", resource_id: "2", resource_name: "ci" }, { href: "/settings/tokens?search=ci" }],
  [
    { resource_type: "properties", resource_id: "a.b", resource_name: "a.b" },
    { href: "/settings/feature-flags?search=a.b" },
  ],
  [{ resource_type: "canaries", resource_id: null, resource_name: "web" }, undefined],
  [{ resource_type: "sessions", resource_id: "3", resource_name: null }, undefined],
  [{ resource_type: "constructor", resource_id: "4", resource_name: "odd" }, undefined],
])("links an entry to its resource: %j", (part, link) => expect(linkOf(deed(part))).toEqual(link));
