// Verifies a session token of the hosted identity service: a JWT, signed with a key of the service.
import { type KeyObject, verify } from "node:crypto";
import { z } from "zod";

/** The service's clock and ours may differ by this many seconds. */
const leewaySeconds = 5;

const header = z.object({ alg: z.literal("RS256"), kid: z.string().min(1).max(200) });

const claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(200),
  azp: z.string(),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
  exp: z.number(),
  nbf: z.number().optional(),
  iat: z.number().optional(),
  sid: z.string().max(200).optional(),
  /** The status of the session. */
  sts: z.string().optional(),
  /** The organisation in the first version of the token, and in templates. */
  org_id: z.string().nullish(),
  org_role: z.string().nullish(),
  /** The organisation in the second version of the token. */
  o: z.object({ id: z.string(), rol: z.string().optional() }).nullish(),
  name: z.string().nullish(),
  email: z.string().nullish(),
});

export interface SessionClaims {
  subject: string;
  /** The session; a token from a template does not contain it. */
  session: string | undefined;
  /** In seconds since 1970. */
  issuedAt: number;
  expiresAt: number;
  organization: string | undefined;
  role: string | undefined;
  name: string | undefined;
  email: string | undefined;
}

export interface Expected {
  issuer: string;
  parties: readonly string[];
  /** The address of this server. */
  audience: string;
}

const isJwt = (text: string) => /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/.test(text);

/** Whether a bearer token is meant as a JWT: its first part is a JSON object. Access tokens begin differently. */
export const looksLikeJwt = (text: string) => text.startsWith("eyJ");

/**
 * Returns the claims of a valid token, and undefined for any other token. `findKey` returns the service's key with this
 * id.
 */
export async function readToken(
  token: string,
  findKey: (kid: string) => Promise<KeyObject | undefined>,
  { issuer, parties, audience }: Expected,
  now = Date.now() / 1000,
): Promise<SessionClaims | undefined> {
  if (!isJwt(token)) return undefined;
  const [head = "", payload = "", signature = ""] = token.split(".");
  const found = header.safeParse(parse(head));
  if (!found.success) return undefined;
  const read = claims.safeParse(parse(payload));
  if (!read.success) return undefined;
  const { iss, azp, aud, exp, nbf = 0, iat = now, sub, sid, sts, org_id, org_role, o, name, email } = read.data;
  // Cheap checks come first, so that a foreign token does not cause a request for keys.
  if (iss !== issuer || !parties.includes(azp)) return undefined;
  // A token from a template for another service must not be accepted if that service sends it here.
  if (aud !== undefined && ![aud].flat().includes(audience)) return undefined;
  // The person has not finished signing in, for example has not set up a required second factor.
  if (sts === "pending") return undefined;
  if (exp <= now - leewaySeconds || nbf > now + leewaySeconds) return undefined;
  const key = await findKey(found.data.kid);
  if (key === undefined) return undefined;
  if (!verify("RSA-SHA256", Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, "base64url")))
    return undefined;
  return {
    subject: sub,
    session: sid,
    issuedAt: iat,
    expiresAt: exp,
    // The role must be the role in this organisation, so the two versions are not mixed.
    organization: (o ? o.id : org_id) ?? undefined,
    role: (o ? o.rol : org_role) ?? undefined,
    name: name ?? undefined,
    email: email ?? undefined,
  };
}

function parse(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
