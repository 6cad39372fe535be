import { expect, test } from "vitest";
import type { Role } from "#language/roles.ts";
import { systemActor, type Actor } from "../http/actor.ts";
import { onlyAdmins } from "./only-admins.ts";

const personWith = (...roles: Role[]): Actor => ({
  kind: "person",
  id: "ada",
  name: "Ada",
  email: null,
  avatar: null,
  roles,
  rules: [{ subject: "ada", object: "*", action: "*" }],
  session: null,
});

test("only administrators can save commands, files and cluster objects, whatever rights other people have", () => {
  for (const written of [
    { what: "command", env: { allowExec: true } },
    { what: "file" },
    { what: "objects" },
  ] as const) {
    for (const actor of [null, personWith(), personWith("viewer"), personWith("editor", "commander", "responder")])
      expect(() => onlyAdmins(actor, written)).toThrow(
        expect.objectContaining({
          message: expect.stringMatching(/^Only administrators may save (a command|a file|objects) for the server/),
          parts: { action: "write", object: "rbac" },
        }),
      );
    for (const actor of [personWith("admin"), personWith("viewer", "admin"), systemActor])
      expect(() => onlyAdmins(actor, written)).not.toThrow();
  }
});

test("even administrators are not allowed to save commands while commands are disabled", () => {
  const env = { allowExec: false };
  expect(() => onlyAdmins(personWith("admin"), { what: "command", env })).toThrow(/disabled/);
  expect(() => onlyAdmins(personWith("admin"), { what: "file" })).not.toThrow();
});
