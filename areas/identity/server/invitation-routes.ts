// Invites people and shows mails that could not be sent: /api/auth.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { IdentityTraits } from "#language/columns.ts";
import { Problem, problem } from "#language/problem.ts";
import type { Role } from "#language/roles.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import type { System } from "#server/area.ts";
import { isAdministrator } from "#server/db/policy.ts";
import type { DB } from "#server/db/tables.ts";
import { someone } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../contract.ts";
import * as schema from "../contract.schema.ts";
import { invite } from "./invitations.ts";
import { invitationLetter } from "./mail/letters.ts";
import { postLetter, readLetter } from "./mail/mail.ts";
import { requireOwnHost } from "./own-site.ts";
import type { AuthProvider } from "./provider.ts";
import { personColumns } from "./traits.ts";

const managedElsewhere = () =>
  new Problem("not_implemented", "The hosted identity service manages the members of the organisation.", {
    hint: "Invite people at /settings/organization-profile.",
  });

export function invitationRoutes(
  app: FastifyInstance,
  { db: { system: db }, env, features, jobs, secrets }: System,
  provider: AuthProvider,
): void {
  handle(
    app,
    contract.inviteUser,
    schema.inviteUser,
    { access: { action: "write", resource: "identities" }, summary: "Invite a person; the link works for a week" },
    async ({ actor, body: { firstName, lastName, email, role }, request }) => {
      if (env.hosted) throw managedElsewhere();
      await features.require("settings.users", "inviting people");
      requireOwnHost(request, env);
      const who = someone(actor);
      // A user can only grant roles that the user holds.
      if (!isAdministrator(actor) && !who.roles.includes(role)) throw problem.forbidden("write", "rbac");
      const invited = { traits: { email, name: { first: firstName, last: lastName } }, role, who, request };
      const link = provider.invite ? await inviteElsewhere(invited, provider.invite) : await inviteHere(invited);
      const is_mailed = provider.invite === undefined && env.smtpUrl !== undefined;
      return { message: "success", link, payload: { link, is_mailed } };
    },
  );

  interface Invited {
    traits: IdentityTraits;
    role: Role;
    who: ReturnType<typeof someone>;
    request: FastifyRequest;
  }

  const inviteHere = ({ traits: { email, name }, role, who, request }: Invited): Promise<string> =>
    db.transaction().execute(async (tx) => {
      await refuseExisting(tx, email);
      const token = await invite(tx, {
        email,
        firstName: name.first,
        lastName: name.last,
        role,
        invitedBy: who.id,
      });
      const address = `${env.publicUrl}/registration?invitation=${token}`;
      await postLetter(
        { jobs, secrets, env },
        tx,
        invitationLetter({ recipient: email, link: address, from: who.name }),
      );
      await recordDeeds(tx, { actor: who, origin: originOf(request) }, [
        {
          action: "create",
          resource_type: "invites",
          resource_name: email,
          after: { email, first_name: name.first, last_name: name.last, role },
        },
      ]);
      return address;
    });

  /**
   * Before the first sign-in, creates the account at the other provider, and the person with the role in our database.
   */
  async function inviteElsewhere(
    { traits, role, who, request }: Invited,
    make: NonNullable<AuthProvider["invite"]>,
  ): Promise<string> {
    await refuseExisting(db, traits.email);
    const { id: external_id, link } = await make(traits);
    await db.transaction().execute(async (tx) => {
      await refuseExisting(tx, traits.email);
      const columns = { ...personColumns(traits), external_id };
      const { id } = await tx.insertInto("people").values(columns).returning("id").executeTakeFirstOrThrow();
      await tx.insertInto("person_roles").values({ person_id: id, role }).execute();
      await recordDeeds(tx, { actor: who, origin: originOf(request) }, [
        {
          action: "create",
          resource_type: "people",
          resource_id: id,
          resource_name: columns.name,
          after: { name: columns.name, email: columns.email, roles: [role] },
        },
      ]);
    });
    return link;
  }

  handle(
    app,
    contract.mail,
    schema.mail,
    {
      access: { action: "write", resource: "identities" },
      summary: "The content of a mail that was not sent",
    },
    async ({ actor, params: { id }, request }) => {
      // The content of a mail gives access to the account, so only administrators, who can get access anyway, may read
      // it.
      if (!isAdministrator(actor)) throw problem.forbidden("read", "mails");
      const letter = await readLetter({ db, secrets }, id);
      if (!letter) throw problem.notFound("mail", id);
      const { kind, recipient, subject, body, status, error, created_at } = letter;
      await recordDeeds(db, { actor, origin: originOf(request) }, [
        { action: "update", resource_type: "mails", resource_id: id, resource_name: recipient, columns: ["read"] },
      ]);
      return { message: "success", payload: { id, kind, recipient, subject, body, status, error, created_at } };
    },
  );

  handle(
    app,
    contract.mailing,
    schema.mailing,
    { access: { action: "read", resource: "identities" }, summary: "Whether mails are sent, and the sender address" },
    () => ({ message: "success", payload: { is_sent: env.smtpUrl !== undefined, from: env.mailFrom } }),
  );
}

async function refuseExisting(db: Kysely<DB>, email: string): Promise<void> {
  const existing = await db
    .selectFrom("people")
    .select("id")
    .where("email", "=", email)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (existing) throw problem.conflict("User already exists", { details: `Another person has the email ${email}.` });
}
