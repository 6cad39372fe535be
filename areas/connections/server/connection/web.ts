// Requests to web servers with basic or token authentication.
import type { Fetched, FetchOptions, TlsTarget } from "#server/outbound/outbound.ts";
import { decoded, signInOf, unreadable, basicAuth } from "./address.ts";
import { ConnectionFailure, refusedCredentials, wantsTls } from "./failure.ts";
import type { OpenConnection } from "./open-connection.ts";
import { timeoutMs, tlsOf, type Way } from "./session.ts";

export interface WebServer {
  user: string;
  /** Requests a path below the address, or the address itself. Refused credentials are a failure. */
  get(path?: string): Promise<Fetched>;
  /** Like `get`, with POST. */
  post(path: string, body: string, contentType: string): Promise<Fetched>;
}

interface WebServerOptions {
  headers?: Readonly<Record<string, string>>;
  /** Overrides the TLS settings of the connection. */
  tls?: TlsTarget | undefined;
  /** Called when the server refuses the credentials, so that a token is not used again. */
  refused?: (() => void) | undefined;
  answerMs?: number;
  /** Maximum size of a response. Default: the limit of `outbound`. */
  maxBytes?: number | undefined;
}

export function webServer(
  connection: OpenConnection,
  { outbound, signal }: Way,
  { headers: more = {}, tls = tlsOf(connection), refused, answerMs = timeoutMs, maxBytes }: WebServerOptions = {},
): WebServer {
  const text = connection.url?.trim() ?? "";
  const at = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (!at) throw unreadable("https");
  const { user, password } = signInOf({ user: decoded(at.username), password: decoded(at.password) }, connection);
  at.username = "";
  at.password = "";
  const headers = { ...basicAuth(user, password), ...more };
  const ask = async (path: string | undefined, sent: Pick<FetchOptions, "method" | "body" | "headers"> = {}) => {
    const url = path === undefined ? at.href : `${at.origin}${at.pathname.replace(/\/$/, "")}${path}`;
    const answer = await outbound.fetch(url, {
      ...sent,
      headers: { ...headers, ...sent.headers },
      tls,
      timeoutMs: answerMs,
      maxBytes,
      signal,
    });
    if (answer.status === 401) {
      refused?.();
      throw more["authorization"] !== undefined ? refusedToken() : user === "" ? wantsUser() : refusedCredentials();
    }
    // The messages of nginx and of servers written in Go.
    if (
      answer.status === 400 &&
      /plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server/i.test(answer.text())
    )
      throw wantsTls("Use https:// in the URL.");
    if (answer.status === 403)
      throw new ConnectionFailure(
        "The server denies access to this user (403)",
        "Check the permissions of the user there.",
      );
    return answer;
  };
  return {
    user,
    get: (path) => ask(path),
    post: (path, body, contentType) => ask(path, { method: "POST", body, headers: { "content-type": contentType } }),
  };
}

const refusedToken = () =>
  new ConnectionFailure("The server refused the token", "Check bearer, oauth2 or the header Authorization.");

const wantsUser = () =>
  new ConnectionFailure("The server requires a username and a password", "Fill in username and password.");

/** The failure for unexpected statuses that have no specific message. */
export const answersWith = (status: number) =>
  new ConnectionFailure(
    `The server responded with status ${status}`,
    status >= 500 ? "Check the log of the server." : "Check the URL.",
  );
