// Builds an HTTP request from a spec: address, headers, body and authentication.
import { version } from "#lib/load/repository.ts";
import type { FetchOptions } from "#server/outbound/outbound.ts";
import { credentialsIn } from "../resolve/reach.ts";
import type { EnvVar } from "../connection/value-reference.ts";
import { RequestInvalid, type RequestRun } from "./request-run.ts";
import type { RequestSpec } from "./request-spec.ts";
import { signIn } from "./sign-in.ts";
import { tlsTargetOf } from "./tls.ts";

export interface HttpRequest {
  url: URL;
  request: FetchOptions & { timeoutMs: number };
  /** Called when the server refuses the credentials, so that the next request gets a new token. */
  refused: (() => void) | undefined;
}

export interface RequestLimits {
  timeoutMs: number;
  maxRedirects: number;
  maxBytes?: number | undefined;
}

const userAgent = `Quarterdeck/${version}`;

export async function requestOf(spec: RequestSpec, run: RequestRun, limits: RequestLimits): Promise<HttpRequest> {
  const written = spec.url || spec.endpoint || "";
  const isReferred = Boolean(spec.connection) || written.startsWith("connection://");
  const by = isReferred ? await run.connection({ ...spec, url: written || undefined }) : undefined;
  const url = addressOf(by?.url ?? written);
  const inUrl = takeSignIn(url);
  const value = async (field: string | EnvVar | undefined) => (field === undefined ? "" : run.value(field));
  const own = credentialsIn(spec);
  const username = (by ? by.username : await value(own.username)) || inUrl.username;
  const password = (by ? by.password : await value(own.password)) || inUrl.password;
  run.scrubber.know(password);
  const headers: Record<string, string> = { "user-agent": userAgent };
  for (const header of spec.headers ?? []) headers[header.name.toLowerCase()] = await run.value(header);
  const body = spec.body && spec.templateBody ? await run.fill(spec.body) : spec.body || undefined;
  const tlsSpec = spec.tlsConfig ?? spec.tls;
  const tls = tlsSpec || by ? await tlsTargetOf(tlsSpec, by, run) : undefined;
  const method = (spec.method ?? "GET").toUpperCase();
  const shownBy = await signIn(spec, { url, method, body, username, password, tls }, run);
  return {
    url,
    refused: shownBy.refused,
    request: {
      method,
      // Headers in the spec override the authentication headers.
      headers: { ...shownBy.headers, ...headers },
      body,
      tls,
      prove: shownBy.prove,
      ...limits,
      signal: run.signal,
    },
  };
}

function addressOf(written: string): URL {
  const url = URL.parse(written.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "")
    throw new RequestInvalid("The URL is not valid. Use the form https://host/path.");
  return url;
}

function takeSignIn(url: URL): { username: string; password: string } {
  const { username, password } = url;
  if (username === "" && password === "") return { username, password };
  url.username = "";
  url.password = "";
  return { username: decoded(username), password: decoded(password) };
}

/** A percent sign without two hex digits is kept. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
