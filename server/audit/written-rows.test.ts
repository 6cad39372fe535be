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

test("an insert is recorded as create, a delete and a soft delete as delete", () => {
  expect(deeds("insert", { written: [was] })).toEqual([{ ...about, action: "create" }]);
  expect(deeds("delete", { written: [was] })).toEqual([{ ...about, action: "delete" }]);
  const marked = { ...was, deleted_at: "2026-01-01" };
  expect(deeds("update", { before: [was], written: [marked] })).toEqual([{ ...about, action: "delete" }]);
});

test("an update records the changed columns without their values", () => {
  const is = { ...was, url: "b", properties: { a: "2" }, updated_at: "now" };
  const [deed] = deeds("update", { sent: [is], before: [was], written: [is] });
  expect(deed).toEqual({ ...about, action: "update", columns: ["properties", "url"] });
});

test("a masked column counts as changed if a value other than the mask was sent", () => {
  const written = [was];
  expect(deeds("update", { sent: [{ password: "new" }], before: [was], written })[0]?.columns).toEqual(["password"]);
  expect(deeds("update", { sent: [{ password: "***" }], before: [was], written })).toEqual([]);
});

test("an update without changes is not recorded, and an upsert records updates and creations", () => {
  expect(deeds("update", { sent: [was], before: [was], written: [{ ...was, updated_at: "now" }] })).toEqual([]);
  const other = { ...was, id: "2", name: "new" };
  const both = deeds("insert", { before: [was], written: [{ ...was, url: "b" }, other] });
  expect(both.map(({ action, resource_id }) => [action, resource_id])).toEqual([
    ["update", "1"],
    ["create", "2"],
  ]);
});

test("for tables that control access, former and new values are recorded, except masked values", () => {
  const permissions: Relation = { ...connections, name: "permissions" };
  const aboutPermission = { ...about, resource_type: "permissions" };
  const permissionDeeds = (verb: WriteVerb, parts: { sent?: Row[]; before?: Row[]; written: Row[] }) =>
    deedsOf({ relation: permissions, verb, sent: [], before: [], ...parts });
  const all = { name: "db", url: "a", properties: { a: "1" } };
  expect(permissionDeeds("insert", { written: [was] })).toEqual([{ ...aboutPermission, action: "create", after: all }]);
  expect(permissionDeeds("delete", { written: [was] })).toEqual([
    { ...aboutPermission, action: "delete", before: all },
  ]);
  const marked = { ...was, deleted_at: "2026-01-01" };
  expect(permissionDeeds("update", { before: [was], written: [marked] })).toEqual([
    { ...aboutPermission, action: "delete", before: all },
  ]);
  const is = { ...was, url: null, updated_at: "now" };
  expect(permissionDeeds("update", { sent: [{ url: null, password: "new" }], before: [was], written: [is] })).toEqual([
    { ...aboutPermission, action: "update", columns: ["password", "url"], before: { url: "a" }, after: { url: null } },
  ]);
});
