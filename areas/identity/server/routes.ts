// The current user, and access tokens: /api/auth.
import { hostname } from "node:os";
import type { FastifyInstance } from "fastify";
import { problem } from "#language/problem.ts";
import { originOf } from "#server/audit/audit.ts";
import type { System } from "#server/area.ts";
import { isAdministrator } from "#server/db/policy.ts";
import { someone } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../contract.ts";
import * as schema from "../contract.schema.ts";
import { createAccessToken, deleteAccessToken, findAccessTokenOf, listAccessTokens } from "./access-tokens.ts";
import type { ActorCache } from "./actors.ts";
import { csrfTokenOf } from "./authenticate.ts";
import { invitationRoutes } from "./invitation-routes.ts";
import { hostHint, isForOwnHost } from "./own-site.ts";
import { effectivePermissions } from "./permissions.ts";
import type { AuthProvider } from "./provider.ts";

export function identityRoutes(
  app: FastifyInstance,
  system: System,
  { actors, provider }: { actors: ActorCache; provider: AuthProvider },
): void {
  const { env, secrets } = system;
  const db = system.db.system;
  invitationRoutes(app, system, provider);
  handle(
    app,
    contract.whoami,
    schema.whoami,
    { access: "signed-in", summary: "The caller, with roles and effective permissions" },
    ({ actor: caller, request }) => {
      const actor = someone(caller);
      const { id, name, email, avatar, roles } = actor;
      return {
        message: "success",
        payload: {
          user: { id, name, email, avatar },
          roles: [...roles],
          permissions: effectivePermissions(actor),
          hostname: hostname(),
          csrf_token: csrfTokenOf(secrets, actor),
          ...(isAdministrator(actor) && !isForOwnHost(request, env) && { host_hint: hostHint(env) }),
        },
      };
    },
  );

  handle(
    app,
    contract.createToken,
    schema.createToken,
    { access: "signed-in", summary: "Create an access token for the caller; it is shown once" },
    async ({ actor, body, request }) => {
      const by = { actor, origin: originOf(request) };
      const { name, expiry, read_only: isReadOnly } = body;
      const newToken = { personId: someone(actor).id, name, expiry, isReadOnly, by };
      const payload = await db.transaction().execute((tx) => createAccessToken(tx, newToken));
      return { message: "success", payload };
    },
  );

  handle(
    app,
    contract.tokens,
    schema.tokens,
    { access: "signed-in", summary: "The caller's access tokens; for administrators, the tokens of all people" },
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
      const token = await findAccessTokenOf(db, id);
      if (token === undefined) throw problem.notFound("access token", id);
      if (token.person_id !== someone(actor).id && !isAdministrator(actor)) throw problem.forbidden("write", "auth");
      const by = { actor, origin: originOf(request) };
      await db.transaction().execute((tx) => deleteAccessToken(tx, token, by));
      actors.forget({ relation: "access_tokens", ids: [id] });
      return { message: "success" };
    },
  );
}
