// Tests that the console shows exactly the actions that the server allows: both are compared for many randomly
// generated people.
import { expect, test } from "vitest";
import { globalObjects, isAllowed, permissionActions, specialActions, writeActions } from "#language/permissions.ts";
import { resources, roles, type Action, type Resource } from "#language/roles.ts";
import { reachOf } from "#server/db/policy.ts";
import type { PermissionRule, PersonActor } from "#server/http/actor.ts";
import { effectivePermissions } from "#areas/identity/server/permissions.ts";
import { chanceOf } from "../support/chance.ts";

const { between, pick, times } = chanceOf(20_261_115);
/** Returns true once in `many` calls on average. */
const oneOf = (many: number) => between(1, many) === 1;
const people = 400;

function someRule(): PermissionRule {
  const rule: PermissionRule = {
    subject: "p1",
    object: pick([...Object.keys(globalObjects), ...resources, "*"]),
    action: pick([...permissionActions, ...Object.keys(specialActions), "write", "read,update"]),
    ...(oneOf(3) && { deny: true }),
  };
  return oneOf(4) ? { ...rule, object: "canaries", row: { kind: "canary", id: "c1" } } : rule;
}

const somebody = (): PersonActor => ({
  kind: "person",
  id: "p1",
  name: "Ada",
  email: "ada@example.org",
  avatar: null,
  roles: roles.filter(() => oneOf(4)),
  rules: times(between(0, 3), someRule),
  session: null,
});

const allowedByServer = (person: PersonActor, action: Action, resource: Resource) =>
  (action === "read" ? (["read"] as const) : writeActions).every((item) => reachOf(person, item, resource) !== "none");

test(`the console and the server agree for ${people} random people, resource by resource`, () => {
  const counts = { yes: 0, no: 0 };
  for (const person of times(people, somebody)) {
    const whoami = { roles: person.roles, permissions: effectivePermissions(person) };
    const who = JSON.stringify([person.roles, person.rules]);
    for (const resource of resources)
      for (const action of ["read", "write"] as const) {
        const allowed = allowedByServer(person, action, resource);
        counts[allowed ? "yes" : "no"] += 1;
        expect([isAllowed(whoami, action, resource), action, resource, who]).toEqual([allowed, action, resource, who]);
      }
    for (const action of Object.keys(specialActions) as (keyof typeof specialActions)[]) {
      for (const subject of specialActions[action].on) {
        const allowed = reachOf(person, action, subject) !== "none";
        expect([isAllowed(whoami, action, subject), action, who]).toEqual([allowed, action, who]);
      }
    }
  }
  // Both outcomes must occur, otherwise the comparison proves nothing.
  expect(Math.min(counts.yes, counts.no)).toBeGreaterThan(people);
});
