import { expect, test } from "vitest";
import { isAdmin, isViewer, resources, roleGrants, roles, roleTable } from "./roles.ts";

const sorted = (list: readonly string[]) => [...list].sort();

test("AC-01 defines the six documented roles", () => {
  expect(sorted(roles)).toEqual(["admin", "commander", "editor", "guest", "responder", "viewer"]);
});

test("AC-02 treats every holder of the role admin as an admin", () => {
  expect(isAdmin(["viewer", "admin"])).toBe(true);
  expect(isAdmin(["editor"])).toBe(false);
});

test("AC-03 treats a holder of only viewer or guest as a viewer", () => {
  expect(isViewer(["viewer"])).toBe(true);
  expect(isViewer(["guest"])).toBe(true);
  expect(isViewer(["editor"])).toBe(false);
  expect(isViewer(["viewer", "guest"])).toBe(true);
  // Roles add up: a person with the roles viewer and editor is not treated as a viewer, and a person without roles is
  // not a viewer either.
  expect(isViewer(["viewer", "editor"])).toBe(false);
  expect(isViewer([])).toBe(false);
});

test("AC-05 lists the documented resources", () => {
  const listed =
    "database rbac auth responder incident evidences comments canaries topologies config_scrapers identities connections kratos agents feature_flags logging_backends integrations notifications playbooks playbook_runs permissions views";
  expect(sorted(resources)).toEqual(sorted(listed.split(" ")));
});

test("AC-10 adds up the grants of all roles", () => {
  expect(roleGrants(["viewer", "responder"], "write", "incident")).toBe(true);
  expect(roleGrants(["viewer"], "write", "incident")).toBe(false);
  expect(roleGrants([], "read", "database")).toBe(false);
});

const hidden = ["rbac", "identities", "connections"] as const;

test("grants each role the documented actions", () => {
  expect(roleTable.admin).toEqual({ read: resources, write: resources });
  expect(roleTable.editor.read).toEqual(resources);
  expect(sorted(roleTable.editor.write)).toEqual(sorted(resources.filter((name) => !hidden.includes(name as never))));
  for (const role of ["commander", "responder", "viewer", "guest"] as const)
    expect(sorted(roleTable[role].read)).toEqual(sorted(resources.filter((name) => !hidden.includes(name as never))));
  for (const role of ["commander", "responder"] as const)
    expect(sorted(roleTable[role].write)).toEqual(["comments", "evidences", "incident", "responder"]);
  for (const role of ["viewer", "guest"] as const) expect(roleTable[role].write).toEqual([]);
});
