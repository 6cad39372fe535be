import { expect, test } from "vitest";
import type { Role } from "#language/roles.ts";
import { systemActor, type Actor } from "../http/actor.ts";
import { onlyAdmins } from "./only-admins.ts";

const somebody = (...roles: Role[]): Actor => ({
  kind: "person",
  id: "ada",
  name: "Ada",
  email: null,
  avatar: null,
  roles,
  rules: [{ subject: "ada", object: "*", action: "*" }],
  session: null,
});

test("only administrators write what the server runs or reads, whatever other rights they hold", () => {
  for (const written of [
    { what: "command", env: { allowExec: true } },
    { what: "file" },
    { what: "objects" },
  ] as const) {
    for (const actor of [null, somebody(), somebody("viewer"), somebody("editor", "commander", "responder")])
      expect(() => onlyAdmins(actor, written)).toThrow(
        expect.objectContaining({
          message: expect.stringMatching(
            /^Only administrators may write down (a command|a file|objects) for the server/,
          ),
          parts: { action: "write", object: "rbac" },
        }),
      );
    for (const actor of [somebody("admin"), somebody("viewer", "admin"), systemActor])
      expect(() => onlyAdmins(actor, written)).not.toThrow();
  }
});

test("where commands are switched off, not even administrators write them", () => {
  const env = { allowExec: false };
  expect(() => onlyAdmins(somebody("admin"), { what: "command", env })).toThrow(/switched off/);
  expect(() => onlyAdmins(somebody("admin"), { what: "file" })).not.toThrow();
});
