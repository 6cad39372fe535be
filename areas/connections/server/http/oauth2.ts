// OAuth 2, client credentials (RFC 6749, 4.4): requests a token with an id and a secret, and uses it until it expires.
import { createHash } from "node:crypto";
import { z } from "zod";
import type { TlsTarget } from "#server/outbound/outbound.ts";
import { envVar, part, text, texts } from "#server/spec/parts.ts";
import { RequestInvalid, type RequestRun } from "./request-run.ts";

type TokenRun = Pick<RequestRun, "outbound" | "signal" | "scrubber">;

/** The fields of a spec. */
export const oauth2 = part({
  clientID: envVar.optional().meta({ label: "Client id", field: "env-var", description: "Default: the username." }),
  clientSecret: envVar
    .optional()
    .meta({ label: "Client secret", field: "env-var", secret: true, description: "Default: the password." }),
  tokenURL: text.optional().meta({ label: "Token URL" }),
  scope: texts.optional().meta({ label: "Scopes" }),
  // `scopes` is the spelling in some existing manifests.
  scopes: texts.optional().meta({ label: "Scopes", deprecated: true }),
  params: z.record(z.string(), text, "must be an object").optional().meta({ label: "Parameters", field: "key-values" }),
}).meta({ label: "OAuth 2" });

type Grant = z.output<typeof oauth2>;

/** Returns the parameters of a token request, without the client's credentials. */
export const grantOf = ({ tokenURL = "", scope, scopes, params = {} }: Grant) => ({
  tokenURL,
  scope: scope ?? scopes ?? [],
  params,
});

export interface Client {
  tokenURL: string;
  id: string;
  secret: string;
  scope: readonly string[];
  params: Readonly<Record<string, string>>;
  tls: TlsTarget | undefined;
}

const granted = z.object({
  access_token: z.string().min(1),
  token_type: z.string().default("Bearer"),
  expires_in: z.coerce.number().optional(),
});

interface Token {
  authorization: string;
  until: number;
}

const kept = new Map<string, Token>();
const maxKept = 1_000;
/** The time before expiry at which a token is renewed, because the request takes time. */
const marginMs = 30_000;
/** Lifetime of a token if the response has no expires_in. */
const defaultMs = 60_000;

export interface GrantedToken {
  authorization: string;
  /** Drops a refused token, so that the next run requests a new token. */
  drop(): void;
}

export async function tokenFor(client: Client, run: TokenRun): Promise<GrantedToken> {
  const key = createHash("sha256").update(JSON.stringify(client)).digest("base64");
  const known = kept.get(key);
  const token = known && known.until > Date.now() ? known : await ask(client, run);
  run.scrubber.know(client.secret, token.authorization.replace(/^\S+ /, ""));
  kept.delete(key);
  if (kept.size >= maxKept) kept.delete(kept.keys().next().value!);
  kept.set(key, token);
  return { authorization: token.authorization, drop: () => void kept.delete(key) };
}

async function ask(client: Client, run: TokenRun): Promise<Token> {
  const { tokenURL, id, secret, scope, params, tls } = client;
  if (!URL.canParse(tokenURL)) throw new RequestInvalid("The token URL of OAuth 2 is not a valid URL.");
  const { host } = new URL(tokenURL);
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    ...(scope.length > 0 && { scope: scope.join(" ") }),
    ...params,
  });
  const post = (body: URLSearchParams, headers: Record<string, string>) =>
    run.outbound.fetch(tokenURL, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json", ...headers },
      body: body.toString(),
      tls,
      maxBytes: 256 * 1024,
      maxRedirects: 0,
      signal: run.signal,
    });
  const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
  let answer = await post(form, { authorization: `Basic ${Buffer.from(pair).toString("base64")}` });
  // Some servers accept the client credentials only in the body.
  if (answer.status === 400 || answer.status === 401) {
    form.set("client_id", id);
    form.set("client_secret", secret);
    answer = await post(form, {});
  }
  if (answer.status !== 200)
    throw new Error(
      `${host} did not issue a token: it responded with status ${answer.status}${reasonIn(answer.text())}`,
    );
  const read = granted.safeParse(documentIn(answer.text()));
  if (!read.success) throw new Error(`${host} did not issue a token: its response has no access_token`);
  const { access_token, token_type, expires_in } = read.data;
  const scheme = token_type.toLowerCase() === "bearer" ? "Bearer" : token_type;
  const goodMs = expires_in === undefined ? defaultMs : expires_in * 1_000;
  return { authorization: `${scheme} ${access_token}`, until: Date.now() + Math.max(0, goodMs - marginMs) };
}

function reasonIn(text: string): string {
  const parsed = z.object({ error: z.string(), error_description: z.string().optional() }).safeParse(documentIn(text));
  if (!parsed.success) return "";
  const { error, error_description } = parsed.data;
  return ` (${[error, error_description].filter(Boolean).join(": ").slice(0, 300)})`;
}

function documentIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
