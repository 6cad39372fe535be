// Authenticates a delivery to a playbook webhook with the methods of its trigger. Refusals are Problems with the status
// codes that senders expect.
import type { EnvVar } from "#areas/connections/server/index.ts";
import { Problem, problem } from "#language/problem.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import { parseDuration } from "#lib/time/duration.ts";
import type { Outbound } from "#server/outbound/outbound.ts";
import { headerOf, refuseLarge, type Delivery } from "./delivery.ts";
import { verifyToken } from "./json-web-token.ts";
import type { IssuerKeys } from "./jwks.ts";
import { isSameSecret, verifyGithub, verifySvix } from "./signatures.ts";

type Value = string | EnvVar;

/** `authentication` of a webhook trigger. */
export interface WebhookAuthentication {
  basic?: { username?: Value | undefined; password?: Value | undefined } | undefined;
  github?: { token?: Value | undefined } | undefined;
  svix?: { secret?: Value | undefined; verifyTimestamp?: string | undefined } | undefined;
  jwt?: { jwksUri?: string | undefined; audience?: string | undefined; issuer?: string | undefined } | undefined;
}

export interface DeliveryTools {
  /** Returns a value, or resolves a reference with the permissions of the playbook. */
  value(value: Value): Promise<string>;
  outbound: Outbound;
  issuerKeys: IssuerKeys;
  now?: () => number;
}

export interface AuthenticatedDelivery {
  /** The webhook has no authentication, so everybody who knows its URL can start the playbook. */
  isOpen: boolean;
  /**
   * The ids of a GitHub or Svix delivery. If one of them was received in the last 24 hours, the delivery is a replay.
   */
  deliveryIds?: readonly string[] | undefined;
  /** The id of a single-use token. A token whose id was received in the last 24 hours is refused. */
  tokenId?: string | undefined;
}

export async function authenticateDelivery(
  { authentication }: { authentication?: WebhookAuthentication | null | undefined },
  delivery: Delivery,
  tools: DeliveryTools,
): Promise<AuthenticatedDelivery> {
  refuseLarge(delivery);
  if (authentication === undefined || authentication === null) return { isOpen: true };
  const { basic, github, svix, jwt } = authentication;
  if (!basic && !github && !svix && !jwt)
    throw problem.unauthorized("The webhook has an authentication block without a method.");
  const now = (tools.now ?? Date.now)();
  const secret = async (value: Value | undefined) => (value === undefined ? "" : tools.value(value));
  let deliveryIds: string[] | undefined;
  let tokenId: string | undefined;
  if (basic) verifyBasic(delivery, await secret(basic.username), await secret(basic.password));
  if (github) deliveryIds = verifyGithub(delivery, await secret(github.token));
  if (svix)
    deliveryIds = [
      ...(deliveryIds ?? []),
      verifySvix(delivery, {
        secret: await secret(svix.secret),
        toleranceMs: toleranceOf(svix.verifyTimestamp),
        now,
      }),
    ];
  if (jwt) {
    const uri = jwt.jwksUri ?? "";
    const keysFor = (id: string | undefined) => tools.issuerKeys.keysFor(uri, id, tools.outbound);
    const { audience, issuer } = jwt;
    const digest = await verifyToken(bearerOf(delivery), { keysFor, now, audience, issuer });
    if (digest !== undefined) tokenId = `jwt:${digest}`;
  }
  return { isOpen: false, ...(deliveryIds && { deliveryIds }), ...(tokenId !== undefined && { tokenId }) };
}

function verifyBasic(delivery: Delivery, username: string, password: string): void {
  const [, encoded] = /^basic\s+(\S+)$/i.exec(headerOf(delivery, "authorization")?.trim() ?? "") ?? [];
  if (encoded === undefined) throw new Problem("forbidden", "The webhook needs a user and a password.");
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const at = text.indexOf(":");
  const [isUser, isPassword] = [
    // A trigger without a username checks only the password.
    username === "" || isSameSecret(text.slice(0, Math.max(0, at)), username),
    isSameSecret(text.slice(at + 1), password),
  ];
  if (at < 0 || !isUser || !isPassword) throw problem.unauthorized("The user or the password is wrong.");
}

function bearerOf(delivery: Delivery): string {
  const [, token] = /^bearer\s+(\S+)$/i.exec(headerOf(delivery, "authorization")?.trim() ?? "") ?? [];
  if (token === undefined) throw problem.unauthorized("The webhook needs a bearer token.");
  return token;
}

/** A duration; any other text, such as true, selects the default. */
const toleranceOf = (text: string | undefined) =>
  text === undefined || problemOf(() => parseDuration(text)) !== undefined ? undefined : parseDuration(text);
