// Handles a submitted login form: creates a session, or shows the form with messages.
import type { RouteHandlerMethod } from "fastify";
import { Problem } from "#language/problem.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import { systemActor } from "#server/http/actor.ts";
import type { SignedIn } from "../../model.ts";
import { findPersonName, recordRefusal } from "../accounts.ts";
import { readCookie } from "../cookies.ts";
import { methodsFor } from "../flows/login-form.ts";
import { messages } from "../flows/messages.ts";
import { finishFlow, isOver, takeChallenge, type Flow } from "../flows/store.ts";
import { signInMethodOf } from "../methods/index.ts";
import type { AttemptResult, SignInMethod } from "../methods/method.ts";
import { beginSession, endSession, methodsOf } from "../sessions.ts";
import { admitBrowser, describeNewSession } from "./admit.ts";
import { forBrowsers, screens, wantsJson, type Door } from "./door.ts";
import { showAgain, restart, takeSubmit, type Submit } from "./flow-page.ts";
import { leave, providerOf } from "./leave.ts";
import { alreadySignedIn, firstFactorRequired, heldFor, isSignedInEnough, loginPage } from "./login-flow.ts";

type Passed = Extract<AttemptResult, { status: "passed" }>;

export const submitLogin = (door: Door): RouteHandlerMethod =>
  forBrowsers(door, async (request, reply) => {
    const submit = await takeSubmit(loginPage, door, request, reply);
    const { flow, session, submitted } = submit;

    if (isSignedInEnough(session, { refresh: flow.refresh, aal: flow.requested_aal }))
      return alreadySignedIn(request, reply, flow.return_to);
    if (isOver(flow)) return restart(submit);
    requireSamePerson(flow, session?.id);
    // Without a session the second factor would be the only factor.
    if (flow.requested_aal === "aal2" && session === null) throw firstFactorRequired(flow.return_to);

    const provider = flow.requested_aal === "aal1" ? providerOf(door, submitted["provider"]) : undefined;
    if (provider) return leave(submit, provider);

    const methods = methodsFor(flow, await heldFor(door, flow));
    const method = signInMethodOf(methods, submitted);
    if (!method) return showAgain(submit, null, { ui: { messages: [messages.noMethod.login] } });
    const result = await attempt(submit, method);
    if (result.status === "refused") return showAgain(submit, method.method, { ui: result.ui });
    requireSamePerson(flow, result.personId);
    return admit(submit, method, result);
  });

/** A form that confirms an action of one person cannot be used by a different person. */
export function requireSamePerson({ person_id }: Flow, personId: string | undefined): void {
  if (person_id === null || personId === undefined || person_id === personId) return;
  throw new Problem(
    "security_identity_mismatch",
    "A different person has signed in in the meantime. Please start again.",
  );
}

async function attempt(
  { door, request, flow, session, submitted }: Submit,
  method: SignInMethod,
): Promise<AttemptResult> {
  const mark = readCookie(request.headers.cookie, door.cookies.names.device);
  try {
    return await method.attempt(submitted, {
      db: door.db,
      secrets: door.secrets,
      publicUrl: door.publicUrl,
      flow,
      signedIn: session ? { id: session.id, name: session.name } : undefined,
      origin: originOf(request),
      recogniseDevice: (account) => door.devices.recognise(mark, account),
      takeChallenge: () => takeChallenge(door.db, flow),
    });
  } catch (error) {
    const isTooMany = error instanceof Problem && error.id === "too_many_requests";
    if (!isTooMany || wantsJson(request)) throw error;
    return { status: "refused", ui: { ...flow.ui, messages: [messages.tooManyAttempts(error.retryAfter ?? 1)] } };
  }
}

/** The proven method, as recorded in the session. */
export type ProvenMethod = Pick<SignInMethod, "method" | "aal"> & { provider?: string };

/**
 * Creates a new session with a new token and ignores the cookie that the browser sent, so that a planted cookie is
 * useless.
 */
export async function admit(submit: Submit, { method, aal: defaultAal, provider }: ProvenMethod, passed: Passed) {
  const { door, request, reply, flow, session } = submit;
  const { aal = defaultAal } = passed;
  const outcome = await door.db.transaction().execute(async (tx) => {
    if (!(await passed.stillHolds(tx))) return "refused";
    if (!(await finishFlow(tx, flow.id, method))) return "over";
    // If people confirm or upgrade their own session, the new session keeps the proven methods of the earlier session.
    const earlier = session?.id === passed.personId ? session.session : undefined;
    const proven = earlier && (await methodsOf(tx, earlier.id));
    // The session may have ended a moment ago, before the cache received the change.
    if (flow.requested_aal === "aal2" && proven === undefined) throw firstFactorRequired(flow.return_to);
    if (session) await endSession(tx, session.session.id);
    const origin = originOf(request);
    const newSession = await beginSession(tx, {
      personId: passed.personId,
      aal: proven && earlier?.aal === "aal2" ? "aal2" : aal,
      methods: [
        ...(proven ?? []).filter((each) => each.method !== method),
        { method, aal, completed_at: new Date().toISOString(), ...(provider !== undefined && { provider }) },
      ],
      userAgent: origin.userAgent,
      address: origin.address,
    });
    const person = { id: passed.personId, name: newSession.name };
    await recordDeeds(tx, { actor: systemActor, origin }, [
      { action: "sign_in", resource_type: "sessions", resource_id: newSession.id, person },
    ]);
    return newSession;
  });
  if (outcome === "refused") {
    const person = await findPersonName(door.db, passed.personId);
    await recordRefusal(door.db, originOf(request), person);
    return showAgain(submit, method, { ui: { messages: [passed.refusal ?? messages.wrongCredentials] } });
  }
  if (outcome === "over") return restart(submit);
  if (session) door.actors.forget({ relation: "sessions", ids: [session.session.id] });

  const described = await describeNewSession(door, outcome.id);
  if (flow.type === "api") return { session: described, session_token: outcome.token } satisfies SignedIn;

  admitBrowser(door, reply, { token: outcome.token, account: passed.account });
  const place = flow.return_to ?? screens.home;
  if (!wantsJson(request)) return reply.redirect(place, 303);
  return {
    session: described,
    continue_with: [{ action: "redirect_browser_to", redirect_browser_to: place }],
  } satisfies SignedIn;
}
