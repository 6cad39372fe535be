// Recovery codes: a dozen secrets, each valid for one second step. They can be shown again, so they are encrypted
// rather than hashed; forty bits each are enough because attempts are throttled.
import { randomBytes } from "node:crypto";
import type { Secrets } from "#server/secrets.ts";
import { isSame } from "./random-token.ts";

export interface RecoveryCode {
  code: string;
  used_at?: string;
}

const codeCount = 12;
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

export const generateCodes = (): RecoveryCode[] =>
  Array.from({ length: codeCount }, () => ({
    code: Array.from(randomBytes(8), (byte) => alphabet[byte & 31]).join(""),
  }));

const place = (personId: string) =>
  ({ table: "credentials", row: `${personId}/lookup_secret`, column: "proof" }) as const;

export const sealCodes = (secrets: Secrets, personId: string, codes: readonly RecoveryCode[]) =>
  secrets.seal(JSON.stringify(codes), place(personId));

export const openCodes = (secrets: Secrets, personId: string, proof: string) =>
  JSON.parse(secrets.open(proof, place(personId))) as RecoveryCode[];

/** Ignores spaces, dashes and capitals. */
const plain = (text: string) => text.toLowerCase().replaceAll(/[\s-]/g, "");

export function findCode(codes: readonly RecoveryCode[], submitted: string): RecoveryCode | undefined {
  const wanted = Buffer.from(plain(submitted));
  return codes.find(({ code }) => isSame(Buffer.from(code), wanted));
}

export const withUsed = (codes: readonly RecoveryCode[], used: RecoveryCode, at = new Date().toISOString()) =>
  codes.map((each) => (each === used ? { ...each, used_at: at } : each));
