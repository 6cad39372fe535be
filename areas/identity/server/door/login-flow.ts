// What asking for a login form and submitting it have in common.
import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "#language/problem.ts";
import { csrfTokenFor } from "../csrf.ts";
import { drawLogin } from "../flows/login-form.ts";
import type { Flow } from "../flows/store.ts";
import { originOf } from "../own-site.ts";
import { doorPath, screens, wantsJson, type Door, type SignedInActor } from "./door.ts";

export function drawFor(request: FastifyRequest, flow: Flow, { publicUrl }: Door, secret?: string) {
  return drawLogin(flow, {
    action: `${originOf(request, publicUrl)}${doorPath}/self-service/login?flow=${flow.id}`,
    csrfToken: secret === undefined ? "" : csrfTokenFor(secret, flow.id),
  });
}

/** Whether there is nothing left to prove. */
export const isSignedInEnough = (
  session: SignedInActor | null,
  { refresh, aal }: { refresh: boolean; aal: "aal1" | "aal2" },
) => session !== null && !refresh && (aal === "aal1" || session.session.aal === "aal2");

export function alreadySignedIn(request: FastifyRequest, reply: FastifyReply, returnTo: string | null | undefined) {
  if (wantsJson(request)) throw sessionAvailable(returnTo);
  return reply.redirect(returnTo ?? screens.home, 303);
}

export const sessionAvailable = (returnTo: string | null | undefined) =>
  new Problem("session_already_available", "You are signed in already.", {
    parts: { redirect_browser_to: returnTo ?? screens.home },
  });
