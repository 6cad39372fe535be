import { expect, test } from "vitest";
import { sentenceOf } from "./audit-columns.tsx";
import type { Deed } from "./audit-query.ts";
import { changeWords } from "./audit-words.ts";

const deed = (part: Partial<Deed>) =>
  ({ actor_kind: "person", person_name: "Ada", token_name: null, resource_name: null, ...part }) as Deed;

test.each<[Partial<Deed>, string]>([
  [{ action: "test", resource_type: "connections", resource_name: "orders" }, "Ada tested connection orders"],
  [{ action: "update", resource_type: "canaries", resource_name: "web" }, "Ada updated canary web"],
  [{ action: "create", resource_type: "people", resource_name: "Bob" }, "Ada created person Bob"],
  [{ action: "create", resource_type: "incident_rules", token_name: "ci" }, "Ada (token ci) created incident rule"],
  [{ action: "sign_in", resource_type: "sessions" }, "Ada signed in"],
  [{ action: "sign_in_refused", resource_type: "sessions", person_name: null }, "Unknown account was refused sign-in"],
  [{ action: "delete", resource_type: "views", resource_name: "v", actor_kind: "system" }, "System deleted view v"],
])("describes a deed in one line: %j", (part, sentence) => expect(sentenceOf(deed(part))).toBe(sentence));

test.each<[Partial<Deed>, string | undefined]>([
  [{ columns: ["value"], before: { value: "60" }, after: { value: "90" } }, "60 → 90"],
  [{ columns: ["enabled"], before: { enabled: true }, after: { enabled: false } }, "true → false"],
  [{ columns: ["password"], before: {}, after: {} }, undefined],
  [{ columns: ["a", "b"], before: { a: 1, b: 2 }, after: { a: 2, b: 3 } }, undefined],
  [{ columns: null, before: null, after: null }, undefined],
])("shows the change of a single value: %j", (part, words) => expect(changeWords(deed(part))).toBe(words));
