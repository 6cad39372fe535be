// People, roles and explanations of rights: /api/people and /api/rbac.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { originOf } from "#server/audit/audit.ts";
import { requireAccess } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import { createIdentity, someone } from "#areas/identity/server/index.ts";
import * as contract from "../contract.ts";
import * as schema from "../contract.schema.ts";
import { explain, findSubject } from "./explain.ts";
import { changePerson, changeRoles, removePerson, type Requester } from "./people.ts";
import { listUsers, withdrawInvitation } from "./users.ts";

const writes = { action: "write", resource: "identities" } as const;

const requesterOf = (actor: Actor, request: FastifyRequest): Requester => ({
  actor: someone(actor),
  origin: originOf(request),
});

export function peopleRoutes(app: FastifyInstance, system: System): void {
  const { features } = system;
  const db = system.db.system;
  const { actors } = createIdentity(system);
  const forget = (id: string) => actors.forget({ relation: "people", ids: [id] });
  const requireFeature = (what: string) => features.require("settings.users", what);

  handle(
    app,
    contract.users,
    schema.users,
    { access: { action: "read", resource: "identities" }, summary: "Users and open invitations" },
    async () => {
      await requireFeature("the list of users");
      return listUsers(db);
    },
  );

  void app.register(async (scope) => {
    scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    handle(
      scope,
      contract.updatePerson,
      schema.updatePerson,
      {
        access: writes,
        summary: "Change a person's name, email, roles, or whether the person may sign in; JSON or a form",
      },
      async ({ actor, body: { id, role, roles, ...change }, request }) => {
        await requireFeature("changing people");
        if (role !== undefined && roles !== undefined)
          throw problem.badParts([
            { path: "body.roles", message: "cannot be combined with role: send only one of them" },
          ]);
        const wanted = roles ?? (role === undefined ? undefined : [role]);
        const traits = await changePerson(db, id, { ...change, roles: wanted }, requesterOf(actor, request));
        forget(id);
        return traits;
      },
    );
  });

  handle(
    app,
    contract.removePerson,
    schema.removePerson,
    { access: writes, summary: "Remove a person and end all sessions, tokens and credentials at once" },
    async ({ actor, params: { id }, request }) => {
      await requireFeature("removing people");
      await removePerson(db, id, requesterOf(actor, request));
      forget(id);
      return { message: "success" };
    },
  );

  handle(
    app,
    contract.withdrawInvitation,
    schema.withdrawInvitation,
    { access: writes, summary: "Withdraw an invitation; its link stops working" },
    async ({ actor, params: { id }, request }) => {
      await requireFeature("withdrawing invitations");
      await withdrawInvitation(db, id, requesterOf(actor, request));
      return { message: "success" };
    },
  );

  handle(
    app,
    contract.updateRole,
    schema.updateRole,
    {
      access: { action: "write", resource: "rbac" },
      summary: "Set the roles of a person; the change takes effect at once in all processes",
    },
    async ({ actor, params: { userId }, body: { roles }, request }) => {
      const payload = await changeRoles(db, userId, roles, requesterOf(actor, request));
      forget(userId);
      return { message: "success", payload };
    },
  );

  handle(
    app,
    contract.explain,
    schema.explain,
    {
      access: "signed-in",
      summary:
        "Explain why a person is or is not allowed to do something; explaining other people requires the right to write rbac",
      reads: true,
    },
    async ({ actor, body: { subject, object, action } }) => {
      const { id, email } = someone(actor);
      const isOwn = subject === undefined || subject === id || subject.toLowerCase() === email;
      if (!isOwn) requireAccess(actor, "write", "rbac");
      const found = await findSubject(db, isOwn ? id : subject);
      return { message: "success", payload: await explain(db, found, { object, action }) };
    },
  );
}
