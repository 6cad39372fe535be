// The key that identifies an SSH server. If the connection contains a key, a different key is an error. Otherwise a
// test shows the server's key, so that it can be copied into the connection.
import { createHash } from "node:crypto";
import { ConnectionFailure } from "./failure.ts";

export interface ExpectedKey {
  /** Algorithms to request, if the type of the key is known. */
  algorithms: readonly string[] | undefined;
  fits(key: Buffer): boolean;
}

/** The fingerprint in the format of OpenSSH: `SHA256:…`. */
export const fingerprintOf = (key: Buffer) =>
  `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;

/** RSA keys also support newer signature algorithms. */
const algorithmsOf = (kind: string) => (kind === "ssh-rsa" ? ["rsa-sha2-512", "rsa-sha2-256", "ssh-rsa"] : [kind]);

const fingerprint = /^SHA256:[A-Za-z0-9+/]{43}=?$/;
const publicKey = /(?:^|\s)((?:ssh|ecdsa|sk-ssh|sk-ecdsa)-[\w@.-]+)\s+(AAAA[A-Za-z0-9+/]+=*)(?:\s|$)/;

/** Parses a fingerprint, a public key, or a line of `known_hosts`. Returns undefined for an empty string. */
export function readHostKey(text: string | undefined): ExpectedKey | undefined {
  const written = text?.trim() ?? "";
  if (written === "") return undefined;
  if (fingerprint.test(written)) {
    const expected = written.replace(/=$/, "");
    return { algorithms: undefined, fits: (key) => fingerprintOf(key) === expected };
  }
  const [, kind, encoded] = publicKey.exec(written) ?? [];
  if (kind === undefined || encoded === undefined) throw unreadableKey();
  const expected = Buffer.from(encoded, "base64");
  return { algorithms: algorithmsOf(kind), fits: (key) => key.equals(expected) };
}

export const isHostKey = (text: string) => fingerprint.test(text.trim()) || publicKey.test(text);

const unreadableKey = () =>
  new ConnectionFailure("The Host Key is not valid", "Use the form SHA256:… or ssh-ed25519 AAAA….");

export const anotherKey = (shown: string) =>
  new ConnectionFailure(
    `The server's key does not match the Host Key: ${shown}`,
    "The connection may be intercepted. If the server's key was changed, correct the Host Key.",
  );
