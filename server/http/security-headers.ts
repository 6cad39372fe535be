// What browsers must know to protect the console and its users. Strict by default: no inline script, no framing.
import type { Env } from "../env.ts";

type HeaderSet = Readonly<Record<string, string>>;

export const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const everywhere = (env: Env): HeaderSet => ({
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  ...(env.publicUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000" } : {}),
});

const sets = new WeakMap<Env, { api: HeaderSet; console: HeaderSet }>();

function setsOf(env: Env) {
  let found = sets.get(env);
  if (!found) {
    const common = everywhere(env);
    found = {
      api: {
        ...common,
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "cache-control": "no-store",
      },
      console: {
        ...common,
        "content-security-policy": consolePolicy,
        "x-frame-options": "DENY",
        "permissions-policy": "camera=(), geolocation=(), microphone=()",
      },
    };
    sets.set(env, found);
  }
  return found;
}

export const apiHeaders = (env: Env) => setsOf(env).api;
export const consoleHeaders = (env: Env) => setsOf(env).console;
