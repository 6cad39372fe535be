import { expect, test } from "vitest";
import { roles as allRoles, type Role } from "./roles.ts";
import { globalObjects, isAllowed, permissionActions, readActions, subjectsOf } from "./permissions.ts";

test("AC-34 understands every action that a form offers, and expands write to three actions", () => {
  for (const action of permissionActions) expect(readActions(action)).toBeDefined();
  expect(permissionActions).toEqual(expect.arrayContaining(["playbook:run", "playbook:approve", "mcp:run", "mcp:use"]));
  expect(readActions("write")).toEqual(["create", "update", "delete"]);
  expect(readActions("create,read , update,delete")).toEqual(["create", "read", "update", "delete"]);
  expect(readActions("read,fly")).toBeUndefined();
});

test("AC-36 lists the global objects and their resources", () => {
  expect(Object.keys(globalObjects)).toEqual(
    "canaries catalog incident people topology playbooks connection connection-detail agent-push kubernetes-proxy notification rbac logs agent artifact views mcp".split(
      " ",
    ),
  );
  expect(subjectsOf("catalog")).toEqual(["config_scrapers"]);
  expect(subjectsOf("views")).toEqual(["views"]);
  expect(subjectsOf("*")).toEqual(["*"]);
});

test("combines roles and rules: deny takes precedence, and a rule with a condition grants only the rows that meet it", () => {
  const viewer = (...permissions: { object: string; action: string; deny?: boolean; condition?: string }[]) => ({
    roles: ["viewer" as const],
    permissions,
  });
  expect(isAllowed(viewer(), "read", "canaries")).toBe(true);
  expect(isAllowed(viewer(), "write", "canaries")).toBe(false);
  expect(isAllowed(viewer({ object: "canaries", action: "*" }), "write", "canaries")).toBe(true);
  expect(isAllowed(viewer({ object: "canaries", action: "update" }), "write", "canaries")).toBe(false);
  expect(isAllowed(viewer({ object: "*", action: "read", deny: true }), "read", "canaries")).toBe(false);
  const conditional = { object: "canaries", action: "read", condition: '{"canary_id":"1"}' };
  expect(isAllowed(viewer({ ...conditional, deny: true }), "read", "canaries")).toBe(true);
  expect(isAllowed({ roles: [], permissions: [conditional] }, "read", "canaries")).toBe(true);
});

test("lets admin, editor, commander and responder run a check without write permission; rules can grant and deny this", () => {
  const may = (roles: readonly Role[], ...permissions: { object: string; action: string; deny?: boolean }[]) =>
    isAllowed({ roles, permissions }, "check:run", "canaries");
  expect(allRoles.filter((role) => may([role]))).toEqual(["admin", "editor", "commander", "responder"]);
  expect(isAllowed({ roles: ["responder"], permissions: [] }, "write", "canaries")).toBe(false);
  expect(isAllowed({ roles: ["admin"], permissions: [] }, "check:run", "playbooks")).toBe(false);
  expect(may(["viewer"], { object: "canaries", action: "check:run" })).toBe(true);
  expect(may(["editor"], { object: "canaries", action: "check:run", deny: true })).toBe(false);
  expect(allRoles.filter((role) => isAllowed({ roles: [role], permissions: [] }, "mcp:use", "mcp"))).toEqual(allRoles);
  const runs = (role: Role) => isAllowed({ roles: [role], permissions: [] }, "playbook:run", "playbooks");
  expect(allRoles.filter(runs)).toEqual(["admin", "editor"]);
});
