// Binds a form to the browser that requested it: the browser holds a secret in a cookie, the flow stores the secret's
// digest, and the form carries a token derived from the secret and the flow's id. The token is not valid in another
// browser, or in another form of the same browser.
import { createHmac } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "#language/problem.ts";
import { readCookie, type Cookies } from "./cookies.ts";
import type { Flow } from "./flows/store.ts";
import { digestOf, isSame, randomToken } from "./random-token.ts";
import { sessionLifetimeSeconds } from "./sessions.ts";

const shape = /^[A-Za-z0-9_-]{43}$/;

export const csrfTokenFor = (secret: string, flowId: string) =>
  createHmac("sha256", secret).update(flowId).digest("base64url");

export function browserSecret(request: FastifyRequest, { names }: Cookies): string | undefined {
  const secret = readCookie(request.headers.cookie, names.csrf);
  return secret !== undefined && shape.test(secret) ? secret : undefined;
}

/** Returns the browser's secret; a browser without a secret gets a new secret with the response. */
export function giveBrowserSecret(request: FastifyRequest, reply: FastifyReply, cookies: Cookies): string {
  const known = browserSecret(request, cookies);
  if (known !== undefined) return known;
  return renewBrowserSecret(reply, cookies);
}

/** The secret is renewed at every sign-in, so that a secret that was planted or seen before becomes useless. */
export function renewBrowserSecret(reply: FastifyReply, cookies: Cookies): string {
  const secret = randomToken("");
  cookies.set(reply, cookies.names.csrf, secret, sessionLifetimeSeconds);
  return secret;
}

/** Returns the secret of the browser that requested this flow; throws a Problem for any other browser. */
export function requireSameBrowser(request: FastifyRequest, flow: Flow, cookies: Cookies): string {
  const secret = browserSecret(request, cookies);
  if (secret === undefined || flow.csrf_digest === null || !isSame(digestOf(secret), flow.csrf_digest))
    throw csrfViolation("The form belongs to a different browser, or this browser does not keep cookies.");
  return secret;
}

export function requireCsrfToken(secret: string, flow: Flow, token: unknown): void {
  const expected = Buffer.from(csrfTokenFor(secret, flow.id));
  if (typeof token !== "string" || !isSame(Buffer.from(token), expected))
    throw csrfViolation("The form's CSRF token is missing or belongs to a different form.");
}

export const csrfViolation = (details: string) =>
  new Problem("security_csrf_violation", "A security violation was detected, please fill out the form again.", {
    details,
  });
