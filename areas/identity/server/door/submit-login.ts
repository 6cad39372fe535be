// A submitted login form: checked, tried, and answered with a session, or with the form and what was wrong.
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import { z } from "zod";
import type { FlowUi } from "#language/columns.ts";
import { Problem } from "#language/problem.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import { systemActor } from "#server/http/actor.ts";
import type { SignedIn } from "../../model.ts";
import { readCookie } from "../cookies.ts";
import { csrfViolation, renewBrowserSecret, requireCsrfToken, requireSameBrowser } from "../csrf.ts";
import { messages } from "../flows/messages.ts";
import { findFlow, finishFlow, flowExpired, isOver, keepAttempt, restartFlow, type Flow } from "../flows/store.ts";
import { signInMethods } from "../methods/index.ts";
import type { AttemptResult, SignInMethod } from "../methods/method.ts";
import { madeAt } from "../own-site.ts";
import { beginSession, describeSession, endSession, sessionLifetimeSeconds } from "../sessions.ts";
import { chargeFlow } from "../throttle.ts";
import { forBrowsers, once, readQuery, screens, wantsJson, type Door, type SignedInActor } from "./door.ts";
import { alreadySignedIn, drawFor, isSignedInEnough } from "./login-flow.ts";

const deviceRememberedSeconds = 400 * 24 * 60 * 60;

type Submitted = Readonly<Record<string, unknown>>;
type Passed = Extract<AttemptResult, { status: "passed" }>;

/** One submit on its way through. */
interface Submit {
  door: Door;
  request: FastifyRequest;
  reply: FastifyReply;
  flow: Flow;
  /** The browser's secret; none for an api client. */
  secret: string | undefined;
  session: SignedInActor | null;
}

export const submitLogin = (door: Door): RouteHandlerMethod =>
  forBrowsers(door, async (request, reply) => {
    const flow = await findFlow(door.db, "login", readQuery(request, z.object({ flow: once })).flow);
    const submitted = asRecord(request.body);
    const secret = requireRightClient(door, request, flow, submitted);
    const session = await door.session(request);
    const submit: Submit = { door, request, reply, flow, secret, session };

    if (isSignedInEnough(session, { refresh: flow.refresh, aal: flow.requested_aal }))
      return alreadySignedIn(request, reply, flow.return_to);
    if (isOver(flow)) return startAnew(submit);
    requireSamePerson(flow, session?.id);

    const method = signInMethods.find((each) => each.method === submitted["method"] && each.aal === flow.requested_aal);
    if (!method) return refuse(submit, null, { messages: [messages.noMethod] });
    const result = await attempt(submit, method, submitted);
    if (result.status === "refused") return refuse(submit, method.method, result.ui);
    requireSamePerson(flow, result.personId);
    return admit(submit, method, result);
  });

const asRecord = (body: unknown): Submitted =>
  typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Submitted) : {};

function requireRightClient(door: Door, request: FastifyRequest, flow: Flow, submitted: Submitted): string | undefined {
  const made = madeAt(request, door.publicUrl);
  if (flow.type === "api") {
    // An api flow has no cookie to protect it, so no page may submit one.
    if (made !== "unknown") throw csrfViolation("An api flow cannot be submitted by a browser.");
    return undefined;
  }
  // Under our own referrer policy a plain form says "null"; its token then speaks for it.
  if (made === "elsewhere" && request.headers.origin !== "null")
    throw csrfViolation("The form was sent from another site.");
  const secret = requireSameBrowser(request, flow, door.cookies);
  requireCsrfToken(secret, flow, submitted["csrf_token"] ?? request.headers["x-csrf-token"]);
  return secret;
}

/** A form that confirms one person's action is of no use to another. */
function requireSamePerson({ person_id }: Flow, personId: string | undefined): void {
  if (person_id === null || personId === undefined || person_id === personId) return;
  throw new Problem("security_identity_mismatch", "Somebody else has signed in meanwhile. Please start again.");
}

async function attempt(
  { door, request, flow }: Submit,
  method: SignInMethod,
  submitted: Submitted,
): Promise<AttemptResult> {
  const mark = readCookie(request.headers.cookie, door.cookies.names.device);
  try {
    return await method.attempt(submitted, {
      db: door.db,
      flow,
      origin: originOf(request),
      recogniseDevice: (account) => door.devices.recognise(mark, account),
    });
  } catch (error) {
    const isTooMany = error instanceof Problem && error.id === "too_many_requests";
    if (!isTooMany || wantsJson(request)) throw error;
    return { status: "refused", ui: { ...flow.ui, messages: [messages.tooManyAttempts(error.retryAfter ?? 1)] } };
  }
}

async function refuse({ door, request, reply, flow, secret }: Submit, method: string | null, ui: FlowUi) {
  const kept = await keepAttempt(door.db, flow.id, method, ui);
  if (!wantsJson(request)) return reply.redirect(`${screens.login}?flow=${flow.id}`, 303);
  return reply.code(400).send(drawFor(request, kept, door, secret));
}

async function startAnew({ door, request, reply, flow }: Submit) {
  await chargeFlow(door.db, request.ip);
  const next = await restartFlow(door.db, flow, { ...flow.ui, messages: [messages.loginExpired] });
  if (wantsJson(request)) throw flowExpired(flow, next);
  return reply.redirect(`${screens.login}?flow=${next.id}`, 303);
}

/** A new session under a new token, whatever the browser carried before: nothing planted beforehand is worth anything. */
async function admit(submit: Submit, method: SignInMethod, passed: Passed) {
  const { door, request, reply, flow, session } = submit;
  const outcome = await door.db.transaction().execute(async (tx) => {
    if (!(await passed.stillHolds(tx))) return "refused";
    if (!(await finishFlow(tx, flow.id, method.method))) return "over";
    if (session) await endSession(tx, session.session.id);
    const origin = originOf(request);
    const begun = await beginSession(tx, {
      personId: passed.personId,
      aal: method.aal,
      methods: [{ method: method.method, aal: method.aal, completed_at: new Date().toISOString() }],
      userAgent: origin.userAgent,
      address: origin.address,
    });
    const person = { id: passed.personId, name: begun.name };
    await recordDeeds(tx, { actor: systemActor, origin }, [
      { action: "sign_in", resource_type: "sessions", resource_id: begun.id, person },
    ]);
    return begun;
  });
  if (outcome === "refused") return refuse(submit, method.method, { messages: [messages.wrongCredentials] });
  if (outcome === "over") return startAnew(submit);
  if (session) door.actors.forget({ relation: "sessions", ids: [session.session.id] });

  const { id, token } = outcome;
  const described = await describeSession(door.db, id);
  if (!described)
    throw new Problem("session_inactive", "The session ended as soon as it had begun. Please sign in again.");
  if (flow.type === "api") return { session: described, session_token: token } satisfies SignedIn;

  const { cookies, devices } = door;
  cookies.set(reply, cookies.names.session, token, sessionLifetimeSeconds);
  cookies.set(reply, cookies.names.device, devices.mark(passed.account), deviceRememberedSeconds);
  renewBrowserSecret(reply, cookies);
  const place = flow.return_to ?? screens.home;
  if (!wantsJson(request)) return reply.redirect(place, 303);
  return {
    session: described,
    continue_with: [{ action: "redirect_browser_to", redirect_browser_to: place }],
  } satisfies SignedIn;
}
