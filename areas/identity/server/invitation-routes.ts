// Inviting people, and reading the letters that could not be sent: /api/auth.
import type { FastifyInstance } from "fastify";
import { problem } from "#language/problem.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import type { System } from "#server/area.ts";
import { isAdministrator } from "#server/db/policy.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../contract.ts";
import * as schema from "../contract.schema.ts";
import { invite } from "./invitations.ts";
import { invitationLetter } from "./mail/letters.ts";
import { postLetter, readLetter } from "./mail/mail.ts";
import { someone } from "./someone.ts";

export function invitationRoutes(
  app: FastifyInstance,
  { db: { system: db }, env, features, jobs, secrets }: System,
): void {
  handle(
    app,
    contract.inviteUser,
    schema.inviteUser,
    { access: { action: "write", resource: "identities" }, summary: "Invite somebody; the link works for a week" },
    async ({ actor, body: { firstName, lastName, email, role }, request }) => {
      await features.require("settings.users", "inviting people");
      const who = someone(actor);
      // Nobody hands out what he does not hold.
      if (!isAdministrator(actor) && !who.roles.includes(role)) throw problem.forbidden("write", "rbac");
      const link = await db.transaction().execute(async (tx) => {
        const existing = await tx
          .selectFrom("people")
          .select("id")
          .where("email", "=", email)
          .where("deleted_at", "is", null)
          .executeTakeFirst();
        if (existing) throw problem.conflict("User already exists", { details: `Somebody has the e-mail ${email}.` });
        const token = await invite(tx, { email, firstName, lastName, role, invitedBy: who.id });
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
            after: { email, first_name: firstName, last_name: lastName, role },
          },
        ]);
        return address;
      });
      return { message: "success", link, payload: { link, is_mailed: env.smtpUrl !== undefined } };
    },
  );

  handle(
    app,
    contract.mail,
    schema.mail,
    {
      access: { action: "write", resource: "identities" },
      summary: "A mail that was not sent, with what stands in it",
    },
    async ({ actor, params: { id }, request }) => {
      // With what stands in a letter one gets into the account: only those who could do so anyway may read it.
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
    { access: { action: "read", resource: "identities" }, summary: "Whether mails are sent, and from whom" },
    () => ({ message: "success", payload: { is_sent: env.smtpUrl !== undefined, from: env.mailFrom } }),
  );
}
