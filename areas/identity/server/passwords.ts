// Hashes passwords with argon2id (OWASP's parameters: 19 MiB, two passes). The number of concurrent hashes is limited,
// so that a burst of attempts waits in a queue and does not fill the machine's memory.
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { Problem } from "#language/problem.ts";
import { takeTurns } from "#lib/async/turns.ts";

export const minPasswordLength = 8;
/** Maximum length: long enough for a phrase. A higher limit would only help attackers to cause load. */
export const maxPasswordLength = 1024;

/** The library's own enum is a `const enum`, which type stripping does not support. */
const argon2id = 2;
const parameters = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const currentPrefix = "$argon2id$v=19$m=19456,t=2,p=1$";

// Uses two of libuv's four threads, so that file access and DNS continue during a flood of sign-ins.
const inTurn = takeTurns({
  atOnce: 2,
  waiting: 100,
  refuse: () =>
    new Problem("too_many_requests", "Too many people are signing in at the moment. Try again shortly.", {
      retryAfter: 2,
    }),
});

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, parameters));

let decoy: Promise<string> | undefined;

/**
 * The hash that is checked for unknown accounts. It is prepared in advance, because otherwise the first check would
 * take twice as long.
 */
export const prepareDecoy = (): Promise<string> =>
  (decoy ??= hashPassword(randomBytes(32).toString("base64url")).catch((error: unknown) => {
    decoy = undefined;
    throw error;
  }));

/** Whether the password matches; without a hash the same work is done, so that the response time reveals nothing. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const proof = stored ?? (await prepareDecoy());
  const fits = password.length <= maxPasswordLength;
  const matches = await inTurn(() => verify(proof, fits ? password : ""));
  return matches && fits && stored !== undefined;
}

/** Whether the hash uses older parameters: it is replaced at the next sign-in, when the password is known. */
export const isOutdated = (stored: string) => !stored.startsWith(currentPrefix);

// Thirty-two characters that are not easily confused, five bits each: twenty of them have a hundred bits.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** A password to be read from a screen and typed once: "k4m2-9xqf-w0tz-7hbn-3vce". */
export function generatePassword(): string {
  const text = Array.from(randomBytes(20), (byte) => alphabet[byte & 31]).join("");
  return text.match(/.{4}/g)!.join("-");
}
