// Codes of an authenticator app (RFC 6238). All apps support SHA-1, six digits and steps of thirty seconds.
import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Tx } from "#server/db/pool.ts";
import type { Secrets } from "#server/secrets.ts";

const issuer = "Quarterdeck";
const periodSeconds = 30;
/** Also accepts the previous and the next code, because clocks differ and typing takes time. */
const window = 1;

export const generateSecret = () => new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer }).base32;

const totp = (secret: string, label = "") =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: periodSeconds });

/** The content of the QR code. */
export const keyAddress = (secret: string, account: string) => totp(secret, account).toString();

/** The time step of a code, counted from 1970; undefined if the code is wrong or expired. */
export function stepOf(secret: string, code: string, now = Date.now()): number | undefined {
  const token = code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totp(secret).validate({ token, timestamp: now, window });
  return delta === null ? undefined : Math.floor(now / 1000 / periodSeconds) + delta;
}

const place = (personId: string) => ({ table: "credentials", row: `${personId}/totp`, column: "proof" }) as const;

export const sealSecret = (secrets: Secrets, personId: string, secret: string) => secrets.seal(secret, place(personId));

export const openSecret = (secrets: Secrets, personId: string, proof: string) => secrets.open(proof, place(personId));

/** Marks a code as used; returns false if this code or a later code was already used. */
export async function spendStep(tx: Tx, { id, proof, step }: { id: string; proof: string; step: number }) {
  const { numUpdatedRows } = await tx
    .updateTable("credentials")
    .set({ used_step: step })
    .where("id", "=", id)
    .where("proof", "=", proof)
    .where((row) => row.or([row("used_step", "is", null), row("used_step", "<", step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
