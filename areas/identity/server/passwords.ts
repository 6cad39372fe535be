// Passwords as argon2id hashes (OWASP's parameters: 19 MiB, two passes). Hashing is bounded per process, so that a burst
// of guesses costs a queue and not the memory of the machine.
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { Problem } from "#language/problem.ts";
import { takeTurns } from "#server/turns.ts";

export const shortestPassword = 8;
/** Long enough for any phrase; hashing more would only be work for an attacker to ask for. */
export const longestPassword = 1024;

/** The library's own enum is a `const enum`, which type stripping cannot see. */
const argon2id = 2;
const parameters = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const currentPrefix = "$argon2id$v=19$m=19456,t=2,p=1$";

// Two threads of libuv's four: files and name look-ups go on beside a flood of sign-ins.
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

/** What an unknown account is checked against. Made ahead, or the first one would take twice as long as any other. */
export const prepareDecoy = (): Promise<string> =>
  (decoy ??= hashPassword(randomBytes(32).toString("base64url")).catch((error: unknown) => {
    decoy = undefined;
    throw error;
  }));

/** Whether the password is the one; without a hash the same work is done for nothing, so that time tells nothing. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const proof = stored ?? (await prepareDecoy());
  const fits = password.length <= longestPassword;
  const matches = await inTurn(() => verify(proof, fits ? password : ""));
  return matches && fits && stored !== undefined;
}

/** Made under older parameters: to be hashed anew at the next sign-in, when the password is at hand. */
export const isOutdated = (stored: string) => !stored.startsWith(currentPrefix);

// Thirty-two signs that cannot be taken for one another, five bits each; twenty of them are a hundred bits.
const signs = "0123456789abcdefghjkmnpqrstvwxyz";

/** A password to be read from a screen and typed once: "k4m2-9xqf-w0tz-7hbn-3vce". */
export function generatePassword(): string {
  const text = Array.from(randomBytes(20), (byte) => signs[byte & 31]).join("");
  return text.match(/.{4}/g)!.join("-");
}
