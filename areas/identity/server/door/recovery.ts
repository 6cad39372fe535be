// The recovery flow: a person who can read the email of an account gets a session and chooses a new password in the
// settings.
import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "#language/problem.ts";
import { originOf as requestOrigin, recordDeeds } from "#server/audit/audit.ts";
import { systemActor } from "#server/http/actor.ts";
import { isOpen } from "../credentials.ts";
import { endRecoveries } from "../end-access.ts";
import { messages } from "../flows/messages.ts";
import { recoveryLetter } from "../mail/letters.ts";
import { originOf } from "../own-site.ts";
import { beginSession, endSession } from "../sessions.ts";
import { admitBrowser } from "./admit.ts";
import type { Conversation, Outcome } from "./code-flows.ts";
import { screens, wantsJson, type Door } from "./door.ts";
import { alreadySignedIn } from "./login-flow.ts";
import { startSettings } from "./settings.ts";

export const recovery: Conversation = {
  kind: "recovery",
  letter: recoveryLetter,

  async begin(door, request, reply, returnTo) {
    if ((await door.session(request)) === null) return undefined;
    return alreadySignedIn(request, reply, returnTo);
  },

  async apply(tx, { personId }, request) {
    if (!(await isOpen(tx, personId))) throw new Problem("session_inactive", messages.inactive.text);
    await endRecoveries(tx, personId);
    const origin = requestOrigin(request);
    const session = await beginSession(tx, {
      personId,
      aal: "aal1",
      methods: [{ method: "code_recovery", aal: "aal1", completed_at: new Date().toISOString() }],
      userAgent: origin.userAgent,
      address: origin.address,
    });
    await recordDeeds(tx, { actor: systemActor, origin }, [
      {
        action: "sign_in",
        resource_type: "sessions",
        resource_id: session.id,
        person: { id: personId, name: session.name },
      },
    ]);
    return { id: session.id, token: session.token, personId };
  },

  async answer({ door, request, reply, flow, page, secret }, outcome) {
    if (flow.type === "browser") return continueInSettings(door, request, reply, flow.return_to, outcome);
    const settings = await startSettings(door, request, {
      type: "api",
      personId: personOf(outcome),
      returnTo: flow.return_to,
    });
    return {
      ...(await page.draw({ door, request, flow: { ...flow, state: "passed_challenge", ui: {} }, secret })),
      continue_with: [
        { action: "set_ory_session_token", ory_session_token: outcome?.token },
        { action: "show_settings_ui", flow: { id: settings.id } },
      ],
    };
  },

  async arrive(door, request, reply, flow, outcome) {
    const previous = await door.session(request);
    if (previous) {
      await endSession(door.db, previous.session.id);
      door.actors.forget({ relation: "sessions", ids: [previous.session.id] });
    }
    return continueInSettings(door, request, reply, flow.return_to, outcome);
  },
};

function personOf(outcome: Outcome): string {
  if (outcome === undefined) throw new Error("the recovery did not create a session");
  return outcome.personId;
}

/** Sends the browser to the settings to choose a new password. A script gets a response with the address. */
async function continueInSettings(
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
  returnTo: string | null,
  outcome: Outcome,
) {
  const personId = personOf(outcome);
  const secret = admitBrowser(door, reply, { token: outcome!.token, account: undefined });
  const settings = await startSettings(door, request, { type: "browser", secret, personId, returnTo });
  const place = `${screens.settings}?flow=${settings.id}`;
  if (!wantsJson(request)) return reply.redirect(place, 303);
  throw new Problem("browser_location_change_required", "You are signed in again. Please choose a new password.", {
    parts: { redirect_browser_to: originOf(request, door.publicUrl) + place },
  });
}
