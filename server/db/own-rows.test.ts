import { expect, test } from "vitest";
import type { Actor } from "../http/actor.ts";
import { refuseKeptElsewhere } from "./own-rows.ts";
import type { Relation } from "./relations.ts";

const relation = { name: "topologies", columns: new Map([["source", { name: "source", origin: true }]]) };
const person = { kind: "person", id: "1" } as unknown as Actor;

const refuse = (source: string | null, { id = "7", isDeletion = false } = {}) =>
  refuseKeptElsewhere(person, relation as unknown as Relation, [{ id, source }], { isDeletion });

test("rows from other sources must be edited at their source; only built-in and pushed rows can be deleted here", () => {
  for (const source of ["UI", null, ""]) expect(() => refuse(source)).not.toThrow();
  for (const source of ["System", "Push", "file:a.yaml", "KubernetesCRD"])
    expect(() => refuse(source)).toThrow(`its source is ${source}`);
  for (const source of ["System", "Push"]) expect(() => refuse(source, { isDeletion: true })).not.toThrow();
  expect(() => refuse("file:a.yaml", { isDeletion: true })).toThrow("its source is file:a.yaml");
});

test("rows that are part of the product cannot be deleted", () => {
  const id = "00000000-0000-0000-0000-000000000000";
  expect(() => refuse("System", { id, isDeletion: true })).toThrow("its source is System");
});
