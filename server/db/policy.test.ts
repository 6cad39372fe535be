import { expect, test } from "vitest";
import type { Role } from "#language/roles.ts";
import { systemActor, type PermissionRule, type PersonActor } from "../http/actor.ts";
import { allowedColumns, may, mayGrant, mayUse, reachOf, requireAccess } from "./policy.ts";
import type { Column, Relation } from "./relations.ts";

const person = (roles: Role[], rules: PermissionRule[] = []): PersonActor => ({
  kind: "person",
  id: "p1",
  name: "Ada",
  email: "ada@example.org",
  avatar: null,
  roles,
  rules,
  session: { id: "s1", aal: "aal1", authenticatedAt: "2026-11-15T00:00:00Z" },
});

const column = (name: string, more: Partial<Column> = {}): [string, Column] => [
  name,
  {
    name,
    type: "text",
    nullable: false,
    hasDefault: false,
    generated: false,
    comment: "",
    secret: false,
    masked: false,
    sealed: undefined,
    origin: false,
    values: undefined,
    shape: undefined,
    ...more,
  },
];
const connections: Relation = {
  name: "connections",
  kind: "table",
  partitioned: false,
  comment: "",
  exposed: true,
  lookup: false,
  readonly: false,
  watched: true,
  resource: "connections",
  writeResource: "connections",
  feature: undefined,
  rows: undefined,
  each: undefined,
  columns: new Map([
    column("id"),
    column("password", { masked: true }),
    column("digest", { secret: true }),
    column("search", { generated: true }),
  ]),
  primaryKey: ["id"],
  foreignKeys: [],
  origins: new Map(),
};

test("AC-04 access is decided per resource and action", () => {
  expect(may(person(["editor"]), "read", "connections")).toBe(true);
  expect(may(person(["editor"]), "write", "connections")).toBe(false);
});

test("an actor without a role, or a request without an actor, has no permissions", () => {
  expect(may(null, "read", "database")).toBe(false);
  expect(may(person([]), "read", "database")).toBe(false);
  expect(() => requireAccess(null, "read", "database")).toThrow(/Sign in/);
  expect(() => requireAccess(person(["viewer"]), "write", "incident")).toThrow(
    "You need permission to write incident.",
  );
});

test("the system actor may do everything", () => {
  expect(may(systemActor, "write", "rbac")).toBe(true);
});

test("AC-35 a rule extends the rights of the roles, and a denying rule wins in any order", () => {
  const allow: PermissionRule = { subject: "p1", object: "incident", action: "write" };
  const deny: PermissionRule = { ...allow, deny: true };
  expect(may(person(["viewer"], [allow]), "write", "incident")).toBe(true);
  expect(may(person(["viewer"], [deny, allow]), "write", "incident")).toBe(false);
  expect(may(person(["admin"], [deny]), "write", "incident")).toBe(false);
  expect(may(person(["admin"], [{ subject: "p1", object: "*", action: "*", deny: true }]), "read", "views")).toBe(
    false,
  );
});

test("access to a relation depends on its resource; secret columns are hidden, masked columns are write-only, and computed columns are read-only", () => {
  expect(mayUse(person(["viewer"]), "select", connections)).toBe(false);
  expect(mayUse(person(["admin"]), "select", { ...connections, exposed: false })).toBe(false);
  expect(allowedColumns(person(["admin"]), "select", connections)).toEqual(["id", "search"]);
  expect(allowedColumns(person(["admin"]), "update", connections)).toEqual(["id", "password"]);
  expect(allowedColumns(person(["editor"]), "insert", connections)).toEqual([]);
});

test("check:run is a separate action, which is granted for all checks or for the checks of single canaries", () => {
  const runs = (roles: Role[], rules: PermissionRule[] = []) => reachOf(person(roles, rules), "check:run", "canaries");
  for (const role of ["admin", "editor", "commander", "responder"] as const) expect(runs([role])).toBe("all");
  for (const role of ["viewer", "guest"] as const) expect(runs([role])).toBe("none");
  const rule: PermissionRule = {
    subject: "p1",
    object: "canaries",
    action: "check:run",
    row: { kind: "canary", id: "c1" },
  };
  expect(runs(["viewer"], [rule])).toEqual({ all: false, allow: [{ id: "c1" }], deny: [] });
  expect(runs(["responder"], [{ ...rule, deny: true }])).toEqual({ all: true, allow: [], deny: [{ id: "c1" }] });
  expect(() => requireAccess(person(["viewer"]), "check:run", "canaries")).toThrow(
    "You need permission to check:run canaries.",
  );
  // Actors may grant only actions that they may perform themselves.
  expect(mayGrant(person(["editor"]), { ...rule, subject: "p2" })).toBe(true);
  expect(mayGrant(person(["viewer"]), { ...rule, subject: "p2" })).toBe(false);
});
