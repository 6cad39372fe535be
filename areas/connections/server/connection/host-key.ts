// The key that identifies an SSH server. If the connection names it, another key is an error; otherwise a test shows the key
// of the server, so that it can be copied into the connection.
import { createHash } from "node:crypto";
import { ConnectionFailure } from "./failure.ts";

export interface ExpectedKey {
  /** Algorithms to request, if the type of the key is known. */
  algorithms: readonly string[] | undefined;
  fits(key: Buffer): boolean;
}

/** The format of OpenSSH: `SHA256:…`. */
export const fingerprintOf = (key: Buffer) =>
  `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;

/** RSA keys also support newer signature algorithms. */
const algorithmsOf = (kind: string) => (kind === "ssh-rsa" ? ["rsa-sha2-512", "rsa-sha2-256", "ssh-rsa"] : [kind]);

const fingerprint = /^SHA256:[A-Za-z0-9+/]{43}=?$/;
const publicKey = /(?:^|\s)((?:ssh|ecdsa|sk-ssh|sk-ecdsa)-[\w@.-]+)\s+(AAAA[A-Za-z0-9+/]+=*)(?:\s|$)/;

/** A fingerprint, a public key, or a line of `known_hosts`. Undefined if the text is empty. */
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
  new ConnectionFailure("The Host Key cannot be read", "Write it as SHA256:…, or as ssh-ed25519 AAAA….");

export const anotherKey = (shown: string) =>
  new ConnectionFailure(
    `The server shows another key than the one it is known by: ${shown}`,
    "The connection may be intercepted. If its key was changed, correct the Host Key.",
  );
