// Who is asking, and the tokens of people: /api/auth.
import { hostname } from "node:os";
import type { FastifyInstance } from "fastify";
import { problem } from "#language/problem.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import type { System } from "#server/area.ts";
import { isAdministrator } from "#server/db/policy.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../contract.ts";
import * as schema from "../contract.schema.ts";
import { someone } from "./someone.ts";
import { createAccessToken, deleteAccessToken, findTokenOwner, listAccessTokens } from "./access-tokens.ts";
import type { ActorCache } from "./actors.ts";
import { csrfTokenOf } from "./authenticate.ts";
import { invitationRoutes } from "./invitation-routes.ts";
import { effectivePermissions } from "./permissions.ts";
import type { AuthProvider } from "./provider.ts";

export function identityRoutes(
  app: FastifyInstance,
  system: System,
  { actors, provider }: { actors: ActorCache; provider: AuthProvider },
): void {
  const { secrets } = system;
  const db = system.db.system;
  invitationRoutes(app, system, provider);
  handle(
    app,
    contract.whoami,
    schema.whoami,
    { access: "signed-in", summary: "The caller, with roles and effective permissions" },
    (asked) => {
      const actor = someone(asked.actor);
      const { id, name, email, avatar, roles } = actor;
      return {
        message: "success",
        payload: {
          user: { id, name, email, avatar },
          roles: [...roles],
          permissions: effectivePermissions(actor),
          hostname: hostname(),
          csrf_token: csrfTokenOf(secrets, actor),
        },
      };
    },
  );

  handle(
    app,
    contract.createToken,
    schema.createToken,
    { access: "signed-in", summary: "Create an access token for oneself; it is shown this once" },
    async ({ actor, body, request }) => {
      const owner = someone(actor);
      const madeBy = owner.kind === "token" ? owner.token.id : undefined;
      const payload = await db.transaction().execute(async (tx) => {
        const wish = { personId: owner.id, name: body.name, expiry: body.expiry, madeBy };
        const made = await createAccessToken(tx, wish);
        await recordDeeds(tx, { actor: owner, origin: originOf(request) }, [
          { action: "create", resource_type: "access_tokens", resource_id: made.id, resource_name: made.name },
        ]);
        return made;
      });
      return { message: "success", payload };
    },
  );

  handle(
    app,
    contract.tokens,
    schema.tokens,
    { access: "signed-in", summary: "One's own access tokens; an administrator sees everybody's" },
    async ({ actor }) => {
      const rows = await listAccessTokens(db, isAdministrator(actor) ? undefined : someone(actor).id);
      const payload = rows.map(({ person_name, person_email, person_avatar, ...token }) => ({
        ...token,
        person: { id: token.person_id, name: person_name, email: person_email, avatar: person_avatar },
      }));
      return { message: "success", payload };
    },
  );

  handle(
    app,
    contract.deleteToken,
    schema.deleteToken,
    { access: "signed-in", summary: "Delete an access token; it stops working at once" },
    async ({ actor, params: { id }, request }) => {
      const token = await findTokenOwner(db, id);
      if (token === undefined) throw problem.notFound("access token", id);
      if (token.person_id !== someone(actor).id && !isAdministrator(actor)) throw problem.forbidden("write", "auth");
      await db.transaction().execute(async (tx) => {
        await deleteAccessToken(tx, id);
        await recordDeeds(tx, { actor, origin: originOf(request) }, [
          { action: "delete", resource_type: "access_tokens", resource_id: id, resource_name: token.name },
        ]);
      });
      actors.forget({ relation: "access_tokens", ids: [id] });
      return { message: "success" };
    },
  );
}
