// Stores and sends mails. Each mail is a row, written in the transaction that causes it, and a job that sends it and
// retries for some hours. Without an SMTP server the mail is only stored, and an administrator can read it.
import type { Transporter } from "nodemailer";
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { DB, Row } from "#server/db/tables.ts";
import { defineJob } from "#server/jobs/definition.ts";

export interface Letter {
  kind: Row<"mails">["kind"];
  recipient: string;
  subject: string;
  body: string;
}

export type Post = Pick<System, "jobs" | "secrets"> & { env: Pick<System["env"], "smtpUrl"> };

const place = (id: string) => ({ table: "mails", row: id, column: "body" }) as const;

export async function postLetter({ jobs, secrets, env }: Post, tx: Kysely<DB>, { body, ...letter }: Letter) {
  const id = newId();
  const status = env.smtpUrl === undefined ? "kept" : "waiting";
  await tx
    .insertInto("mails")
    .values({ id, ...letter, body: secrets.seal(body, place(id)), status })
    .execute();
  if (env.smtpUrl !== undefined) await jobs.send(tx, sendMail, { id });
}

/** Returns a mail with its content for administrators, who can forward it; undefined if it does not exist. */
export async function readLetter({ db, secrets }: { db: Kysely<DB> } & Pick<System, "secrets">, id: string) {
  const row = await db.selectFrom("mails").selectAll().where("id", "=", id).executeTakeFirst();
  return row && { ...row, body: row.body === null ? null : secrets.open(row.body, place(id)) };
}

let transport: { url: string; transporter: Transporter } | undefined;

async function transporterTo(url: string): Promise<Transporter> {
  if (transport?.url === url) return transport.transporter;
  // The library is large and loaded only when mails are sent.
  const { createTransport } = await import("nodemailer");
  transport = { url, transporter: createTransport({ url, connectionTimeout: 10_000 }) };
  return transport.transporter;
}

export const sendMail = defineJob<{ id: string }>({
  name: "identity.send-mail",
  title: "SendMail",
  retry: { limit: 8, delaySeconds: 10, backoff: true },
  timeoutSeconds: 60,
  history: "failed-only",
  async run({ data: { id }, system: { db, env, secrets }, scrubber }) {
    const letter = await readLetter({ db: db.system, secrets }, id);
    if (!letter || letter.body === null || env.smtpUrl === undefined) return;
    const { recipient, subject, body } = letter;
    scrubber.know(body, new URL(env.smtpUrl).password);
    const mark = (change: Partial<Row<"mails">>) =>
      db.system.updateTable("mails").set(change).where("id", "=", id).execute();
    try {
      const transporter = await transporterTo(env.smtpUrl);
      // The id lets a mail server recognise a repeated attempt as the same mail.
      await transporter.sendMail({
        from: env.mailFrom,
        to: recipient,
        subject,
        text: body,
        messageId: `<${id}@${new URL(env.publicUrl).hostname}>`,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } catch (error) {
      await mark({ status: "failed", error: scrubber.text((error as Error).message).slice(0, 1000) });
      throw error;
    }
    await mark({ status: "sent", error: null, body: null, sent_at: new Date().toISOString() });
  },
});

/** Mails are deleted when they are no longer useful: codes expire after an hour, invitations after a week. */
export async function pruneMails(db: Kysely<DB>): Promise<void> {
  await sql`delete from mails where created_at < now() - interval '8 days'`.execute(db);
}
