// Other identity providers (OpenID Connect): authorization code with PKCE, state and nonce. What a provider offers is asked
// when somebody first leaves for it, so that one which is away holds up nobody else. Its tokens are used at once and kept
// nowhere.
import type { Configuration } from "openid-client";
import type { OidcProvider } from "#server/oidc-providers.ts";
import { isEmail } from "../traits.ts";

/** What is kept, sealed, while a browser is at the provider. */
export interface Departure {
  provider: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** Who somebody is at the provider. */
export interface Profile {
  email: KnownEmail;
  first: string;
  last: string;
}

/** An e-mail that the provider vouches for, in lower case; or why there is none. */
export type KnownEmail = { address: string } | { fault: "untold" | "unverified" | "foreign" };

export interface Arrival {
  /** The id of the account there. */
  subject: string;
  /** Asked for only by those who need it: it may cost another request. */
  profile(): Promise<Profile>;
}

export interface Oidc {
  providers: readonly OidcProvider[];
  leave(
    provider: OidcProvider,
    asked: { flowId: string; callback: string; signsInAgain: boolean },
  ): Promise<{ address: string; departure: Departure }>;
  /** `address` is where the provider sent the browser back to, as the browser came. */
  arrive(provider: OidcProvider, back: { address: URL; departure: Departure }): Promise<Arrival>;
}

export class ProviderAway extends Error {}

/** What the provider answered is an error, or does not fit what was asked. */
export class ProviderRefused extends Error {
  /** As the protocol names it, when the provider itself said so: `access_denied`. */
  readonly code: string | undefined;

  constructor(message: string, { code, cause }: { code?: string | undefined; cause?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
  }
}

const timeoutSeconds = 10;
/** Keys and addresses change rarely, but they do. */
const knownForMs = 60 * 60 * 1000;

// Some megabytes, for those who sign in elsewhere.
const library = () => import("openid-client");

export function createOidc(providers: readonly OidcProvider[]): Oidc {
  const known = new Map<string, { config: Promise<Configuration>; until: number }>();

  const discover = async ({ issuer, client_id, client_secret }: OidcProvider) => {
    const { discovery, allowInsecureRequests, enableNonRepudiationChecks, None } = await library();
    return discovery(new URL(issuer), client_id, client_secret, client_secret === undefined ? None() : undefined, {
      timeout: timeoutSeconds,
      execute: [
        enableNonRepudiationChecks,
        // Only an issuer on this machine can be configured so (oidc-providers.ts).
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
        // The flow is found by its id; the rest is nobody's to guess.
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
        // Whoever finds an open screen must not be able to confirm with one press.
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
          throw new ProviderRefused(`${provider.id} did not confirm who it is`, { code, cause: error });
        });
      const claims = tokens.claims();
      if (!claims) throw new ProviderRefused(`${provider.id} sent no id token`);
      return {
        subject: claims.sub,
        async profile() {
          // Many tell no more than the id in the token, and the rest only when asked.
          const isEnough = claims[provider.claims.email] !== undefined;
          if (isEnough || config.serverMetadata().userinfo_endpoint === undefined) return profileOf(provider, claims);
          const more = await client.fetchUserInfo(config, tokens.access_token, claims.sub).catch((error: unknown) => {
            throw new ProviderAway(`${provider.id} does not tell who it is`, { cause: error });
          });
          return profileOf(provider, { ...more, ...claims });
        },
      };
    },
  };
}

/** A network that fails is told apart from an answer that does not fit: fetch throws its own kinds for the first. */
function isAway(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return [error, cause].some(
    (each) =>
      each instanceof Error && (each.name === "TimeoutError" || each.message === "fetch failed" || "syscall" in each),
  );
}

type Claims = Readonly<Record<string, unknown>>;

const longestName = 100;

export function profileOf({ claims: names, trust_email, email_domains }: OidcProvider, claims: Claims): Profile {
  const read = (name: string) => {
    const value = claims[name];
    return typeof value === "string" ? value.toWellFormed().replaceAll("\0", "").trim() : "";
  };
  const [first = "", ...rest] = read(names.name).split(/\s+/);
  return {
    email: knownEmail(),
    first: (read(names.first_name) || (read(names.last_name) === "" ? first : "")).slice(0, longestName),
    last: (read(names.last_name) || (read(names.first_name) === "" ? rest.join(" ") : "")).slice(0, longestName),
  };

  function knownEmail(): KnownEmail {
    const address = read(names.email).toLowerCase();
    if (!isEmail(address)) return { fault: "untold" };
    const said = claims[names.email_verified];
    // Some send it as a text. What is not said is not true, unless the operator knows better.
    const isVerified = said === true || said === "true" || (trust_email && said === undefined);
    if (!isVerified) return { fault: "unverified" };
    const domain = address.slice(address.lastIndexOf("@") + 1);
    return email_domains.length === 0 || email_domains.includes(domain) ? { address } : { fault: "foreign" };
  }
}
