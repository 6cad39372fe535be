// Digest authentication (RFC 7616, and the older RFC 2617): proves a password without sending it.
import { createHash, randomBytes } from "node:crypto";
import type { Challenge } from "#server/outbound/outbound.ts";
import { readChallenges, type WrittenChallenge } from "./challenges.ts";

/** Supported algorithms, the strongest first. */
const hashes: Readonly<Record<string, string>> = { "sha-512-256": "sha512-256", "sha-256": "sha256", md5: "md5" };

interface Person {
  username: string;
  password: string;
}

/** Responds to one challenge, and to a second challenge if the nonce was only stale. */
export function digestProof({ username, password }: Person) {
  let isProven = false;
  return ({ challenges, method, path }: Challenge) => {
    const wanted = strongest(readChallenges(challenges));
    if (!wanted || (isProven && wanted.parameters.get("stale")?.toLowerCase() !== "true")) return undefined;
    isProven = true;
    return { authorization: proofFor(wanted, { username, password, method, path }) };
  };
}

function strongest(challenges: readonly WrittenChallenge[]): WrittenChallenge | undefined {
  const known = challenges.filter(({ scheme, parameters }) => scheme === "digest" && hashOf(parameters) !== undefined);
  const rank = ({ parameters }: WrittenChallenge) => Object.values(hashes).indexOf(hashOf(parameters)!);
  return known.sort((a, b) => rank(a) - rank(b))[0];
}

const algorithmOf = (parameters: WrittenChallenge["parameters"]) => parameters.get("algorithm") ?? "MD5";
const hashOf = (parameters: WrittenChallenge["parameters"]): string | undefined =>
  hashes[
    algorithmOf(parameters)
      .toLowerCase()
      .replace(/-sess$/, "")
  ];

interface Proving extends Person {
  method: string;
  path: string;
  cnonce?: string;
}

export function proofFor(
  { parameters }: WrittenChallenge,
  { username, password, method, path, cnonce = randomBytes(16).toString("hex") }: Proving,
): string {
  const hash = (text: string) => createHash(hashOf(parameters)!).update(text).digest("hex");
  const realm = parameters.get("realm") ?? "";
  const nonce = parameters.get("nonce") ?? "";
  const algorithm = algorithmOf(parameters);
  const opaque = parameters.get("opaque");
  // A server that offers only auth-int refuses this proof as if the password were wrong.
  const hasQop = parameters.has("qop");
  const who = hash(`${username}:${realm}:${password}`);
  const secret = /-sess$/i.test(algorithm) ? hash(`${who}:${nonce}:${cnonce}`) : who;
  const what = hash(`${method}:${path}`);
  const response = hash(hasQop ? `${secret}:${nonce}:00000001:${cnonce}:auth:${what}` : `${secret}:${nonce}:${what}`);
  const parts = [
    `username=${quoted(username)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(path)}`,
    `response="${response}"`,
    ...(parameters.has("algorithm") ? [`algorithm=${algorithm}`] : []),
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ...(hasQop || /-sess$/i.test(algorithm) ? [`cnonce="${cnonce}"`] : []),
    ...(hasQop ? ["qop=auth", "nc=00000001"] : []),
  ];
  return `Digest ${parts.join(", ")}`;
}

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
