// Verifies a bearer token that an issuer signed with an asymmetric key.
import { constants, createHash, verify, type KeyObject } from "node:crypto";
import { problem } from "#language/problem.ts";
import type { IssuerKey } from "./jwks.ts";

interface Algorithm {
  /** The key type (kty). */
  type: "RSA" | "EC" | "OKP";
  hash: string | null;
  curve?: string;
  isPss?: true;
}

/** Tokens with other algorithms, such as none or HS256, are refused. */
const algorithms: Readonly<Record<string, Algorithm>> = {
  RS256: { type: "RSA", hash: "sha256" },
  RS384: { type: "RSA", hash: "sha384" },
  RS512: { type: "RSA", hash: "sha512" },
  PS256: { type: "RSA", hash: "sha256", isPss: true },
  PS384: { type: "RSA", hash: "sha384", isPss: true },
  PS512: { type: "RSA", hash: "sha512", isPss: true },
  ES256: { type: "EC", hash: "sha256", curve: "prime256v1" },
  ES384: { type: "EC", hash: "sha384", curve: "secp384r1" },
  ES512: { type: "EC", hash: "sha512", curve: "secp521r1" },
  EdDSA: { type: "OKP", hash: null },
};

/** The tolerance for clock differences with the issuer. */
const leewayMs = 60_000;
const minRsaBits = 2_048;

export interface TokenKeys {
  (id: string | undefined): Promise<readonly IssuerKey[]>;
}

export interface TokenRules {
  keysFor: TokenKeys;
  now: number;
  /** The token must be for this audience. */
  audience?: string | undefined;
  issuer?: string | undefined;
}

/**
 * Throws unless the token is signed with one of the keys, valid now, and has the required issuer and audience. Returns
 * a digest of the token id, if the token has an id: such a token can be used for only one delivery.
 */
export async function verifyToken(
  token: string,
  { keysFor, now, audience, issuer }: TokenRules,
): Promise<string | undefined> {
  const [head, payload, signature, ...rest] = token.split(".");
  const header = decoded(head);
  const claims = decoded(payload);
  if (!header || !claims || signature === undefined || rest.length > 0)
    throw problem.unauthorized("The bearer token is not a JSON web token.");
  const name = typeof header["alg"] === "string" ? header["alg"] : "";
  const algorithm = Object.hasOwn(algorithms, name) ? algorithms[name]! : undefined;
  if (!algorithm) throw problem.unauthorized(`Tokens signed with ${JSON.stringify(name)} are not accepted.`);
  // Extensions that a verifier must understand are not supported.
  if (header["crit"] !== undefined) throw problem.unauthorized("Tokens with critical extensions are not accepted.");
  const keys = await keysFor(typeof header["kid"] === "string" ? header["kid"] : undefined);
  const fitting = keys.filter((key) => isFor(key, name, algorithm));
  const signed = Buffer.from(`${head}.${payload}`);
  if (!fitting.some(({ key }) => isSigned(algorithm, key, signed, Buffer.from(signature, "base64url"))))
    throw problem.unauthorized("The signature of the token is wrong.");
  checkTimes(claims, now);
  const { aud, iss, jti } = claims;
  if (issuer && iss !== issuer) throw problem.unauthorized("The token is from another issuer (iss).");
  if (audience && !(Array.isArray(aud) ? aud : [aud]).includes(audience))
    throw problem.unauthorized("The token is for another audience (aud).");
  if (jti === undefined) return undefined;
  return createHash("sha256")
    .update(JSON.stringify([iss, jti]))
    .digest("hex");
}

function decoded(part: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? "", "base64url").toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function isFor(
  { type, algorithm: declared, key }: IssuerKey,
  name: string,
  { type: wanted, curve }: Algorithm,
): boolean {
  if (type !== wanted || (declared !== undefined && declared !== name)) return false;
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (wanted === "RSA") return (modulusLength ?? 0) >= minRsaBits;
  return curve === undefined ? key.asymmetricKeyType === "ed25519" : namedCurve === curve;
}

const isSigned = ({ hash, type, isPss }: Algorithm, key: KeyObject, signed: Buffer, signature: Buffer): boolean =>
  verify(
    hash,
    signed,
    {
      key,
      ...(type === "EC" && { dsaEncoding: "ieee-p1363" as const }),
      ...(isPss && { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }),
    },
    signature,
  );

function checkTimes({ exp, nbf }: Readonly<Record<string, unknown>>, now: number): void {
  if (typeof exp !== "number") throw problem.unauthorized("The token has no expiry time (exp).");
  if (exp * 1_000 + leewayMs < now) throw problem.unauthorized("The token has expired.");
  if (nbf !== undefined && (typeof nbf !== "number" || nbf * 1_000 - leewayMs > now))
    throw problem.unauthorized("The token is not valid yet.");
}
