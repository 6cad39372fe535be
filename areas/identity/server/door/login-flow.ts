// Shared by creating and submitting a login form.
import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "#language/problem.ts";
import { credentialsOf, type Held } from "../credentials.ts";
import { drawLogin } from "../flows/login-form.ts";
import { messages } from "../flows/messages.ts";
import type { Flow } from "../flows/store.ts";
import { keysOf } from "../keys/store.ts";
import { screens, wantsJson, type Door, type SignedInActor } from "./door.ts";
import { drawingOf, type FlowPage } from "./flow-page.ts";
import { signInNodes } from "./provider-buttons.ts";

export const loginPage: FlowPage = {
  kind: "login",
  expired: messages.expired.login,
  async draw(shown) {
    const { door, flow } = shown;
    const [held, email, keys, elsewhere] = await Promise.all([
      heldFor(door, flow),
      emailFor(door, flow),
      keysFor(door, flow),
      signInNodes(door, flow),
    ]);
    return drawLogin(flow, drawingOf(shown), { publicUrl: door.publicUrl, held, email, keys, elsewhere });
  },
};

const nothing: Held = new Set();

/** Returns the methods of the person in a second step. */
export const heldFor = ({ db }: Door, { requested_aal, person_id }: Flow): Promise<Held> | Held =>
  requested_aal === "aal2" && person_id !== null ? credentialsOf(db, person_id) : nothing;

/** Returns the email of the person in a second step. */
async function emailFor({ db }: Door, { requested_aal, person_id }: Flow): Promise<string | undefined> {
  if (requested_aal !== "aal2" || person_id === null) return undefined;
  const person = await db.selectFrom("people").select("email").where("id", "=", person_id).executeTakeFirst();
  return person?.email ?? undefined;
}

const keysFor = ({ db }: Door, { person_id }: Flow) => (person_id === null ? [] : keysOf(db, person_id));

/** Whether the session already has the level that the flow requests. */
export const isSignedInEnough = (
  session: SignedInActor | null,
  { refresh, aal }: { refresh: boolean; aal: "aal1" | "aal2" },
) => session !== null && !refresh && (aal === "aal1" || session.session.aal === "aal2");

export function alreadySignedIn(request: FastifyRequest, reply: FastifyReply, returnTo: string | null | undefined) {
  if (wantsJson(request)) throw sessionAvailable(returnTo);
  return reply.redirect(returnTo ?? screens.home, 303);
}

export const sessionAvailable = (returnTo: string | null | undefined) =>
  new Problem("session_already_available", "You are already signed in.", {
    parts: { redirect_browser_to: returnTo ?? screens.home },
  });

export const firstFactorRequired = (returnTo: string | null | undefined) =>
  new Problem("session_aal1_required", "Sign in with your password first.", {
    parts: {
      redirect_browser_to: screens.login + (returnTo ? `?return_to=${encodeURIComponent(returnTo)}` : ""),
    },
  });
