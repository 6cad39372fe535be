// Recovery codes: a dozen secrets to be written down, each good for one second step. They can be looked at again, so they
// are sealed rather than hashed; forty bits each are nothing to guess at the price of an attempt.
import { randomBytes } from "node:crypto";
import type { Secrets } from "#server/secrets.ts";
import { isSame } from "./random-token.ts";

export interface RecoveryCode {
  code: string;
  used_at?: string;
}

const howMany = 12;
const signs = "0123456789abcdefghjkmnpqrstvwxyz";

export const generateCodes = (): RecoveryCode[] =>
  Array.from({ length: howMany }, () => ({
    code: Array.from(randomBytes(8), (byte) => signs[byte & 31]).join(""),
  }));

const place = (personId: string) =>
  ({ table: "credentials", row: `${personId}/lookup_secret`, column: "proof" }) as const;

export const sealCodes = (secrets: Secrets, personId: string, codes: readonly RecoveryCode[]) =>
  secrets.seal(JSON.stringify(codes), place(personId));

export const openCodes = (secrets: Secrets, personId: string, proof: string) =>
  JSON.parse(secrets.open(proof, place(personId))) as RecoveryCode[];

/** As people write them down: with spaces, dashes and capitals. */
const plain = (text: string) => text.toLowerCase().replaceAll(/[\s-]/g, "");

export function findCode(codes: readonly RecoveryCode[], given: string): RecoveryCode | undefined {
  const wanted = Buffer.from(plain(given));
  return codes.find(({ code }) => isSame(Buffer.from(code), wanted));
}

export const withUsed = (codes: readonly RecoveryCode[], used: RecoveryCode, at = new Date().toISOString()) =>
  codes.map((each) => (each === used ? { ...each, used_at: at } : each));
