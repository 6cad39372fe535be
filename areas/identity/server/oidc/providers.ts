// Other identity providers (OpenID Connect): authorization code with PKCE, state and nonce. A provider's metadata is
// loaded when a user first signs in with it, so that an unavailable provider does not affect other providers. Its
// tokens are used at once and not stored.
import type { Configuration } from "openid-client";
import type { OidcProvider } from "#server/env/oidc-providers.ts";
import { isEmail } from "../traits.ts";

/** The data that is stored, encrypted, while a browser is at the provider. */
export interface Departure {
  provider: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** The person according to the provider. */
export interface Profile {
  email: KnownEmail;
  first: string;
  last: string;
}

/** An email that the provider has verified, in lower case, or the reason why no email can be used. */
export type KnownEmail = { address: string } | { fault: "missing" | "unverified" | "foreign" };

export interface Arrival {
  /** The id of the account at the provider. */
  subject: string;
  /** Called only if needed, because it may cost another request. */
  profile(): Promise<Profile>;
}

export interface Oidc {
  providers: readonly OidcProvider[];
  leave(
    provider: OidcProvider,
    asked: { flowId: string; callback: string; signsInAgain: boolean },
  ): Promise<{ address: string; departure: Departure }>;
  /** `address` is the address to which the provider returned the browser. */
  arrive(provider: OidcProvider, back: { address: URL; departure: Departure }): Promise<Arrival>;
}

export class ProviderAway extends Error {}

/** The provider returned an error, or its response does not match the request. */
export class ProviderRefused extends Error {
  /** The error code of the protocol, if the provider sent a code: `access_denied`. */
  readonly code: string | undefined;

  constructor(message: string, { code, cause }: { code?: string | undefined; cause?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
  }
}

const timeoutSeconds = 10;
/** Keys and addresses of a provider change rarely. */
const knownForMs = 60 * 60 * 1000;

// The library is large and loaded only for users of other providers.
const library = () => import("openid-client");

export function createOidc(providers: readonly OidcProvider[]): Oidc {
  const known = new Map<string, { config: Promise<Configuration>; until: number }>();

  const discover = async ({ issuer, client_id, client_secret }: OidcProvider) => {
    const { discovery, allowInsecureRequests, enableNonRepudiationChecks, None } = await library();
    return discovery(new URL(issuer), client_id, client_secret, client_secret === undefined ? None() : undefined, {
      timeout: timeoutSeconds,
      execute: [
        enableNonRepudiationChecks,
        // Only an issuer on this machine can be configured without TLS (oidc-providers.ts).
        ...(issuer.startsWith("http:") ? [allowInsecureRequests] : []),
      ],
    });
  };

  const configOf = async (provider: OidcProvider): Promise<Configuration> => {
    const held = known.get(provider.id);
    const config = held && held.until > Date.now() ? held.config : discover(provider);
    if (config !== held?.config) known.set(provider.id, { config, until: Date.now() + knownForMs });
    try {
      return await config;
    } catch (error) {
      if (known.get(provider.id)?.config === config) known.delete(provider.id);
      throw new ProviderAway(`${provider.id} cannot be reached`, { cause: error });
    }
  };

  return {
    providers,

    async leave(provider, { flowId, callback, signsInAgain }) {
      const config = await configOf(provider);
      const client = await library();
      const departure: Departure = {
        provider: provider.id,
        // The state contains the flow's id, by which the flow is found; the rest cannot be guessed.
        state: `${flowId}.${client.randomState()}`,
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const address = client.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: provider.scopes.join(" "),
        state: departure.state,
        nonce: departure.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(departure.verifier),
        code_challenge_method: "S256",
        // An unattended screen must not allow a confirmation with one click.
        ...(signsInAgain && { prompt: "login" }),
      });
      return { address: address.href, departure };
    },

    async arrive(provider, { address, departure }) {
      const config = await configOf(provider);
      const client = await library();
      const tokens = await client
        .authorizationCodeGrant(config, address, {
          expectedState: departure.state,
          expectedNonce: departure.nonce,
          pkceCodeVerifier: departure.verifier,
          idTokenExpected: true,
        })
        .catch((error: unknown) => {
          if (isAway(error)) throw new ProviderAway(`${provider.id} cannot be reached`, { cause: error });
          const code = error instanceof client.AuthorizationResponseError ? error.error : undefined;
          throw new ProviderRefused(`${provider.id} did not confirm the identity`, { code, cause: error });
        });
      const claims = tokens.claims();
      if (!claims) throw new ProviderRefused(`${provider.id} sent no id token`);
      return {
        subject: claims.sub,
        async profile() {
          // Many id tokens contain only the id; the other claims are requested separately.
          const isEnough = claims[provider.claims.email] !== undefined;
          if (isEnough || config.serverMetadata().userinfo_endpoint === undefined) return profileOf(provider, claims);
          const more = await client.fetchUserInfo(config, tokens.access_token, claims.sub).catch((error: unknown) => {
            throw new ProviderAway(`${provider.id} does not return the user info`, { cause: error });
          });
          return profileOf(provider, { ...more, ...claims });
        },
      };
    },
  };
}

/** Uses the error types of fetch to distinguish a network failure from an invalid response. */
function isAway(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return [error, cause].some(
    (each) =>
      each instanceof Error && (each.name === "TimeoutError" || each.message === "fetch failed" || "syscall" in each),
  );
}

type Claims = Readonly<Record<string, unknown>>;

const maxNameLength = 100;

export function profileOf({ claims: names, trust_email, email_domains }: OidcProvider, claims: Claims): Profile {
  const read = (name: string) => {
    const value = claims[name];
    return typeof value === "string" ? value.toWellFormed().replaceAll("\0", "").trim() : "";
  };
  const [first = "", ...rest] = read(names.name).split(/\s+/);
  return {
    email: knownEmail(),
    first: (read(names.first_name) || (read(names.last_name) === "" ? first : "")).slice(0, maxNameLength),
    last: (read(names.last_name) || (read(names.first_name) === "" ? rest.join(" ") : "")).slice(0, maxNameLength),
  };

  function knownEmail(): KnownEmail {
    const address = read(names.email).toLowerCase();
    if (!isEmail(address)) return { fault: "missing" };
    const claim = claims[names.email_verified];
    // Some providers send a string. A missing claim counts as false unless the operator trusts the provider.
    const isVerified = claim === true || claim === "true" || (trust_email && claim === undefined);
    if (!isVerified) return { fault: "unverified" };
    const domain = address.slice(address.lastIndexOf("@") + 1);
    return email_domains.length === 0 || email_domains.includes(domain) ? { address } : { fault: "foreign" };
  }
}
