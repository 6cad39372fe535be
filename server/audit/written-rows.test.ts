import { expect, test } from "vitest";
import type { Relation } from "../db/relations.ts";
import type { Row, WriteVerb } from "../db/writes.ts";
import { deedsOf } from "./written-rows.ts";

const column = (name: string, masked = false) => [name, { name, masked, secret: false }] as const;
const connections = {
  name: "connections",
  primaryKey: ["id"],
  columns: new Map([
    ...["id", "name", "url", "properties", "updated_at", "deleted_at"].map((name) => column(name)),
    column("password", true),
  ]),
} as unknown as Relation;

const was: Row = { id: "1", name: "db", url: "a", properties: { a: "1" }, password: "***", deleted_at: null };
const deeds = (verb: WriteVerb, parts: { sent?: Row[]; before?: Row[]; written: Row[] }) =>
  deedsOf({ relation: connections, verb, sent: [], before: [], ...parts });
const about = { resource_type: "connections", resource_id: "1", resource_name: "db" };

test("a new row is created, one that goes is deleted, marked or not", () => {
  expect(deeds("insert", { written: [was] })).toEqual([{ ...about, action: "create" }]);
  expect(deeds("delete", { written: [was] })).toEqual([{ ...about, action: "delete" }]);
  const marked = { ...was, deleted_at: "2026-01-01" };
  expect(deeds("update", { before: [was], written: [marked] })).toEqual([{ ...about, action: "delete" }]);
});

test("an update names what became another, and never what it became", () => {
  const is = { ...was, url: "b", properties: { a: "2" }, updated_at: "now" };
  const [deed] = deeds("update", { sent: [is], before: [was], written: [is] });
  expect(deed).toEqual({ ...about, action: "update", columns: ["properties", "url"] });
});

test("what is masked counts as changed when something else than its mask was sent", () => {
  const written = [was];
  expect(deeds("update", { sent: [{ password: "new" }], before: [was], written })[0]?.columns).toEqual(["password"]);
  expect(deeds("update", { sent: [{ password: "***" }], before: [was], written })).toEqual([]);
});

test("an update that changed nothing is no deed, and an upsert tells both", () => {
  expect(deeds("update", { sent: [was], before: [was], written: [{ ...was, updated_at: "now" }] })).toEqual([]);
  const other = { ...was, id: "2", name: "new" };
  const both = deeds("insert", { before: [was], written: [{ ...was, url: "b" }, other] });
  expect(both.map(({ action, resource_id }) => [action, resource_id])).toEqual([
    ["update", "1"],
    ["create", "2"],
  ]);
});

test("where the table is tagged, what a row said before and after is told, and never what is masked", () => {
  const tagged = { ...connections, audited: true } as Relation;
  const told = (verb: WriteVerb, parts: { sent?: Row[]; before?: Row[]; written: Row[] }) =>
    deedsOf({ relation: tagged, verb, sent: [], before: [], ...parts });
  const all = { name: "db", url: "a", properties: { a: "1" } };
  expect(told("insert", { written: [was] })).toEqual([{ ...about, action: "create", after: all }]);
  expect(told("delete", { written: [was] })).toEqual([{ ...about, action: "delete", before: all }]);
  const marked = { ...was, deleted_at: "2026-01-01" };
  expect(told("update", { before: [was], written: [marked] })).toEqual([{ ...about, action: "delete", before: all }]);
  const is = { ...was, url: null, updated_at: "now" };
  expect(told("update", { sent: [{ url: null, password: "new" }], before: [was], written: [is] })).toEqual([
    { ...about, action: "update", columns: ["password", "url"], before: { url: "a" }, after: { url: null } },
  ]);
});
