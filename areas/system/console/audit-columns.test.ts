import { expect, test } from "vitest";
import { sentenceOf } from "./audit-columns.tsx";
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
])("describes an action in the first line on a phone: %j", (part, sentence) =>
  expect(sentenceOf(deed(part))).toBe(sentence),
);

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
