// The code and the link that are mailed for a flow. The code is typed into the form; the link contains a token. Each
// works once and for an hour, and a code is invalid after five attempts.
import { randomInt } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import type { Secrets } from "#server/secrets.ts";
import { digestOf, isSame, randomToken } from "./random-token.ts";

const maxAttempts = 5;

const digestCode = (secrets: Secrets, flowId: string, code: string) =>
  secrets.digest(`${flowId}\0${code}`, "identity-code");

export interface SentCode {
  code: string;
  token: string;
}

/** Creates the code and the link of a flow. Earlier codes and links of the flow become invalid. */
export async function makeCode(
  tx: Kysely<DB>,
  secrets: Secrets,
  { flowId, personId, email }: { flowId: string; personId: string | null; email: string },
): Promise<SentCode> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const token = randomToken("");
  const row = {
    person_id: personId,
    email,
    code_digest: digestCode(secrets, flowId, code),
    token_digest: digestOf(token),
    attempts: 0,
    expires_at: sql<string>`now() + interval '1 hour'`,
  };
  await tx
    .insertInto("identity_codes")
    .values({ flow_id: flowId, ...row })
    .onConflict((conflict) => conflict.column("flow_id").doUpdateSet(row))
    .execute();
  return { code, token };
}

export interface Proven {
  personId: string;
  email: string;
}

/** Checks a code and counts an attempt. The transaction that acts on the code marks it as used. */
export async function checkCode(
  db: Kysely<DB>,
  secrets: Secrets,
  { flowId, code }: { flowId: string; code: string },
): Promise<Proven | undefined> {
  const row = await db
    .updateTable("identity_codes")
    .set({ attempts: sql<number>`attempts + 1` })
    .where("flow_id", "=", flowId)
    .where("attempts", "<", maxAttempts)
    .where("expires_at", ">", sql<string>`now()`)
    .returning(["person_id", "email", "code_digest"])
    .executeTakeFirst();
  const digest = digestCode(secrets, flowId, code.replaceAll(/\s/g, ""));
  if (!row || !isSame(row.code_digest, digest) || row.person_id === null) return undefined;
  return { personId: row.person_id, email: row.email };
}

export async function checkToken(
  db: Kysely<DB>,
  { flowId, token }: { flowId: string; token: string },
): Promise<Proven | undefined> {
  const row = await db
    .selectFrom("identity_codes")
    .select(["person_id", "email", "token_digest"])
    .where("flow_id", "=", flowId)
    .where("expires_at", ">", sql<string>`now()`)
    .executeTakeFirst();
  if (!row || !isSame(row.token_digest, digestOf(token)) || row.person_id === null) return undefined;
  return { personId: row.person_id, email: row.email };
}

/** Finds the account that a flow's code was sent to; undefined if no account has that email. */
export const accountOf = (db: Kysely<DB>, flowId: string) =>
  db
    .selectFrom("identity_codes as c")
    .innerJoin("people as p", "p.id", "c.person_id")
    .select(["p.id", "p.name"])
    .where("c.flow_id", "=", flowId)
    .executeTakeFirst();

/** Returns false if the code was already used. */
export async function spendCode(tx: Tx, flowId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("identity_codes").where("flow_id", "=", flowId).executeTakeFirst();
  return numDeletedRows > 0n;
}
