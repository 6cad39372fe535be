// Identity providers for tests, each on its own socket: a real provider (oidc-provider, which enforces the protocol),
// and a provider that returns the claims that the test sets.
import { createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { Provider } from "oidc-provider";

export const client = { client_id: "quarterdeck", client_secret: "a secret that both know" };

export const issuerAt = (port: number) => `http://127.0.0.1:${port}`;

export interface Claims {
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
}

async function listen(port: number, answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

/** Starts the real provider. It accepts any login name; `accounts` contains the claims of each account. */
export async function startRealProvider(port: number, redirectUris: readonly string[]) {
  const issuer = issuerAt(port);
  const accounts = new Map<string, Claims>();
  const day = 24 * 60 * 60;
  const provider = withoutWarnings(issuer, {
    clients: [{ ...client, redirect_uris: [...redirectUris] }],
    cookies: { keys: ["a key for cookies"] },
    pkce: { required: () => true },
    ttl: { Interaction: day, Session: day, Grant: day, AccessToken: day, IdToken: day, AuthorizationCode: day },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["given_name", "family_name"] },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...accounts.get(sub) }) }),
  });
  const answer = provider.callback();
  const stop = await listen(port, (request, response) => void answer(request, response));
  return { issuer, accounts, stop };
}

/** The constructor prints long warnings that this setup is not meant for production. */
function withoutWarnings(...parts: ConstructorParameters<typeof Provider>): Provider {
  const sink: Partial<Pick<Console, "warn">> = globalThis.console;
  const { warn } = sink;
  sink.warn = () => {};
  try {
    return new Provider(...parts);
  } finally {
    sink.warn = warn!;
  }
}

/** Fills in the real provider's forms; returns the query with which the provider redirects the browser back. */
export async function confirmAt(address: string, login: string, backTo: string): Promise<string> {
  const jar = new Map<string, string>();
  let next = address;
  let init: RequestInit = {};
  for (let step = 0; step < 12; step += 1) {
    if (next.startsWith(backTo)) return next.slice(backTo.length);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await fetch(next, { ...init, redirect: "manual", headers: { ...init.headers, cookie } });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    const page = await reply.text();
    const moved = reply.headers.get("location");
    const action = /action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1];
    if (moved) [next, init] = [new URL(moved, next).href, {}];
    else if (action && prompt)
      [next, init] = [
        new URL(action, next).href,
        {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({ prompt, login, password: "any" }).toString(),
        },
      ];
    else throw new Error(`the provider returned ${reply.status} ${page.slice(0, 300)}`);
  }
  throw new Error("the provider did not redirect back after 12 steps");
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** The contents of a token: claims that override the correct claims, and whether a different key signed the token. */
export interface TokenContents {
  claims: Record<string, unknown>;
  isForged?: boolean;
}

/**
 * Starts a provider that does not validate requests. `back` returns the query of the redirect that brings the browser
 * back from `address`, for a token with these contents.
 */
export async function startLooseProvider(port: number) {
  const issuer = issuerAt(port);
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const contentsByCode = new Map<string, TokenContents>();
  const issued: string[] = [];
  const json = (body: unknown) => [200, { "content-type": "application/json" }, JSON.stringify(body)] as const;

  const sign = ({ claims, isForged = false }: TokenContents) => {
    const now = Math.floor(Date.now() / 1000);
    const defaults = { iss: issuer, aud: client.client_id, iat: now, exp: now + 300 };
    const text = `${encode({ alg: "RS256", kid: "k" })}.${encode({ ...defaults, ...claims })}`;
    const signature = createSign("RSA-SHA256")
      .update(text)
      .sign(isForged ? stranger : privateKey);
    return `${text}.${signature.toString("base64url")}`;
  };

  const stop = await listen(port, (request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      const [status, headers, text] = answer(request.url ?? "", new URLSearchParams(body));
      response.writeHead(status, headers).end(text);
    });
  });

  function answer(url: string, form: URLSearchParams): readonly [number, Record<string, string>, string] {
    if (url === "/.well-known/openid-configuration")
      return json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        authorization_response_iss_parameter_supported: false,
      });
    if (url === "/keys") return json({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "k", alg: "RS256" }] });
    const found = url === "/token" ? contentsByCode.get(form.get("code") ?? "") : undefined;
    if (!found) return [400, { "content-type": "application/json" }, '{"error":"invalid_grant"}'];
    contentsByCode.delete(form.get("code") ?? "");
    const tokens = { access_token: randomBytes(24).toString("hex"), id_token: sign(found) };
    issued.push(...Object.values(tokens));
    return json({ token_type: "Bearer", ...tokens });
  }

  return {
    issuer,
    /** Every token issued so far. */
    issued,
    back(address: string, { claims, isForged }: TokenContents): string {
      const asked = new URL(address).searchParams;
      const code = randomBytes(16).toString("hex");
      contentsByCode.set(code, { claims: { nonce: asked.get("nonce"), ...claims }, ...(isForged && { isForged }) });
      return `?${new URLSearchParams({ code, state: asked.get("state") ?? "" })}`;
    },
    stop,
  };
}
