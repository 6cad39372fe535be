// Sets security headers for browsers. They are strict by default: no inline script, no framing.
import type { Env } from "../env/env.ts";
import type { HostedIdentity } from "../env/hosted-identity.ts";

type HeaderSet = Readonly<Record<string, string>>;

const policyOf = (sources: Readonly<Record<string, string>>) =>
  Object.entries(sources)
    .map(([directive, allowed]) => `${directive} ${allowed}`)
    .join("; ");

const consoleSources = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "font-src": "'self'",
  "connect-src": "'self'",
  "manifest-src": "'self'",
  "worker-src": "'self'",
  "form-action": "'self'",
  "base-uri": "'none'",
  "frame-ancestors": "'none'",
};

export const consolePolicy = policyOf(consoleSources);

/**
 * The policy with the browser library of the hosted identity service: its script and API, the avatars, the styles that
 * the library writes at run time, its worker, and its protection against bots.
 */
export const hostedPolicy = ({ issuer, backends }: Pick<HostedIdentity, "issuer" | "backends">) =>
  policyOf({
    ...consoleSources,
    "script-src": `'self' ${issuer} https://challenges.cloudflare.com`,
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: https://img.clerk.com",
    "connect-src": ["'self'", issuer, ...backends].join(" "),
    "worker-src": "'self' blob:",
    "frame-src": "https://challenges.cloudflare.com",
  });

/** The default headers of every response; a response may override them. */
const everywhere = (env: Env): HeaderSet => ({
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
  ...(env.publicUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000" } : {}),
});

const sets = new WeakMap<Env, HeaderSet>();

export function apiHeaders(env: Env): HeaderSet {
  let found = sets.get(env);
  if (!found) sets.set(env, (found = everywhere(env)));
  return found;
}

export const consoleHeaders = (hosted: HostedIdentity | undefined) => ({
  "content-security-policy": hosted ? hostedPolicy(hosted) : consolePolicy,
});

export const docsHeaders = {
  "content-security-policy": "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'",
};
