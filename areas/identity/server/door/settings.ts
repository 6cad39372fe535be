// The settings flow, with which people change their own account. It has one form with a part for each method; the
// person who requested the form can submit it repeatedly until it expires.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Problem, problem } from "#language/problem.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import { hasSqlState } from "#server/db/failures.ts";
import type { ContinueWith, SettingsFlow } from "../../model.ts";
import { generateSecret } from "../authenticator.ts";
import { drawUi, timesOf } from "../flows/drawing.ts";
import { messages } from "../flows/messages.ts";
import { openPending, sealPending } from "../flows/pending.ts";
import { isOver, startFlow, takeChallenge, type Flow } from "../flows/store.ts";
import { findIdentity } from "../identities.ts";
import { keysOf } from "../keys/store.ts";
import { providersOf } from "../oidc/links.ts";
import { originOf as siteOf, requireOwnHost, returnPlace } from "../own-site.ts";
import { digestOf } from "../random-token.ts";
import { endSessionsOf, liftSession } from "../sessions.ts";
import { settingsMethodOf, settingsMethods } from "../settings/index.ts";
import type { Applied, Pending, SettingsContext, SettingsMethod } from "../settings/method.ts";
import { chargeMail } from "../throttle.ts";
import { verifyNewEmail } from "./new-email.ts";
import { forBrowsers, once, open, readQuery, requireSession, screens, type Door, type SignedInActor } from "./door.ts";
import {
  drawingOf,
  fetchFlow,
  handOut,
  showAgain,
  restart,
  takeSubmit,
  type FlowPage,
  type Submit,
} from "./flow-page.ts";
import { leave, providerOf } from "./leave.ts";

/** Sensitive changes require a recent sign-in, so that an unattended screen is not enough to take over the account. */
const freshMs = 15 * 60 * 1000;

const seal = ({ secrets }: Door, pending: Pending) => sealPending(secrets, JSON.stringify(pending));

export const settingsPage: FlowPage = {
  kind: "settings",
  expired: messages.expired.settings,
  pending: (door) => seal(door, { totp: generateSecret() }),
  async draw(shown) {
    const { flow } = shown;
    const context = await contextOf(shown);
    return {
      id: flow.id,
      type: flow.type,
      state: flow.state === "passed_challenge" ? "success" : "show_form",
      ui: drawUi(
        flow,
        drawingOf(shown),
        settingsMethods.flatMap((method) => method.nodes(context)),
      ),
      identity: context.identity,
      ...(flow.active !== null && { active: flow.active }),
      ...(flow.return_to !== null && { return_to: flow.return_to }),
      ...timesOf(flow),
    } satisfies SettingsFlow;
  },
};

async function contextOf({ door, request, flow }: Pick<Submit, "door" | "request" | "flow">): Promise<SettingsContext> {
  const { db, secrets, publicUrl, oidc } = door;
  const { person_id, challenge } = flow;
  const pending = openPending(secrets, flow);
  const identity = person_id === null ? undefined : await findIdentity(db, person_id);
  if (person_id === null || pending === undefined || !identity) throw problem.notFound("identity", person_id ?? "");
  const rows = await db
    .selectFrom("credentials")
    .select(["type", "proof"])
    .where("person_id", "=", person_id)
    .execute();
  return {
    secrets,
    publicUrl,
    identity,
    keys: await keysOf(db, person_id),
    challenge,
    takeChallenge: () => takeChallenge(db, flow),
    userAgent: originOf(request).userAgent,
    providers: oidc.providers,
    linked: await providersOf(db, person_id),
    proofs: new Map(rows.map(({ type, proof }) => [type, proof])),
    pending: JSON.parse(pending) as Pending,
  };
}

/** Creates the settings form after a recovery, with a message that explains what to do. */
export const startSettings = (
  door: Door,
  request: FastifyRequest,
  {
    type,
    secret,
    personId,
    returnTo,
  }: { type: "browser" | "api"; secret?: string; personId: string; returnTo: string | null },
): Promise<Flow> =>
  startFlow(door.db, {
    kind: "settings",
    type,
    csrfDigest: secret === undefined ? null : digestOf(secret),
    requestUrl: siteOf(request, door.publicUrl) + screens.settings,
    returnTo,
    personId,
    pending: seal(door, { totp: generateSecret() }),
    ui: { messages: [messages.recovered] },
  });

export function settingsRoutes(app: FastifyInstance, door: Door): void {
  const begin = (type: "browser" | "api") => async (request: FastifyRequest, reply: FastifyReply) => {
    const { return_to } = readQuery(request, z.object({ return_to: once }));
    const returnTo = returnPlace(return_to, request, door);
    const session = await requireSession(door, request, screens.settings);
    return handOut(settingsPage, type, { door, request, reply }, { returnTo, personId: session.id });
  };

  app.get("/self-service/settings/browser", open, forBrowsers(door, begin("browser")));
  app.get("/self-service/settings/api", open, begin("api"));
  app.get(
    "/self-service/settings/flows",
    open,
    fetchFlow(settingsPage, door, async (flow, request) => {
      requireOwner(flow, await requireSession(door, request, placeOf(flow)));
    }),
  );
  app.post(
    "/self-service/settings",
    { ...open, bodyLimit: 64 * 1024 },
    forBrowsers(door, async (request, reply) => {
      const submit = await takeSubmit(settingsPage, door, request, reply);
      const session = await requireSession(door, request, placeOf(submit.flow));
      requireOwner(submit.flow, session);
      if (isOver(submit.flow)) return restart(submit);
      return change(submit, session);
    }),
  );
}

const placeOf = ({ id }: Flow) => `${screens.settings}?flow=${id}`;

export function requireOwner({ person_id }: Flow, { id }: SignedInActor): void {
  if (person_id === id) return;
  throw new Problem("security_identity_mismatch", "The form belongs to a different person. Please start again.");
}

async function change(submit: Submit, session: SignedInActor) {
  const { door, flow, submitted } = submit;
  const method = settingsMethodOf(submitted);
  if (!method)
    return showAgain(submit, null, { ui: { messages: [messages.noMethod.settings] }, state: "choose_method" });
  const context = await contextOf(submit);
  if (method.isSensitive(submitted, context) && !isFresh(session)) throw refreshRequired(flow);

  const provider = method.method === "oidc" ? providerOf(door, submitted["link"]) : undefined;
  if (provider) return leave(submit, provider);
  const applied = await method.apply(submitted, context);
  if (applied.status === "refused") return showAgain(submit, method.method, { ui: applied.ui, state: "choose_method" });
  // Revealed values are shown only once.
  const { reveals: _, ...rest } = context.pending;
  const pending = seal(door, applied.pending ?? rest)(flow.id);
  if (applied.status === "shown")
    return showAgain(submit, method.method, { ui: {}, state: "choose_method", pending }, 200);
  if (applied.email) {
    requireOwnHost(submit.request, door);
    await chargeMail(door.db, { address: submit.request.ip, email: applied.email.to });
  }
  const saved = await save(submit, session, method, applied);
  if (saved.status === "taken") return showAgain(submit, method.method, { ui: saved.ui, state: "choose_method" });
  const success = { ui: { messages: [messages.saved] }, state: "passed_challenge", pending } as const;
  return showAgain(submit, method.method, success, 200, saved.continueWith && { continue_with: saved.continueWith });
}

const isFresh = ({ session }: SignedInActor) => Date.now() - Date.parse(session.authenticatedAt) < freshMs;

function refreshRequired(flow: Flow): Problem {
  const query = new URLSearchParams({ refresh: "true", return_to: placeOf(flow) });
  return new Problem("session_refresh_required", "Please confirm that it is you.", {
    details: "You signed in more than 15 minutes ago. This change requires a recent sign-in.",
    parts: { redirect_browser_to: `${screens.login}?${query}` },
  });
}

type Saved =
  | { status: "saved"; continueWith: readonly ContinueWith[] | undefined }
  | { status: "taken"; ui: NonNullable<Extract<Applied, { status: "saved" }>["taken"]> };

async function save(
  submit: Submit,
  session: SignedInActor,
  { method }: SettingsMethod,
  { write, deed, endsOtherSessions, lifts, taken, email }: Extract<Applied, { status: "saved" }>,
): Promise<Saved> {
  const { door, request } = submit;
  let continueWith: readonly ContinueWith[] | undefined;
  try {
    continueWith = await door.db.transaction().execute(async (tx) => {
      await write(tx);
      if (endsOtherSessions) await endSessionsOf(tx, session.id, session.session.id);
      if (lifts) await liftSession(tx, session.session.id, method);
      await recordDeeds(tx, { actor: session, origin: originOf(request) }, [deed]);
      return email && [await verifyNewEmail(tx, submit, { ...email, personId: session.id })];
    });
  } catch (error) {
    if (taken && hasSqlState(error, "23505")) return { status: "taken", ui: taken };
    throw error;
  }
  door.actors.forget({ relation: "people", ids: [session.id] });
  return { status: "saved", continueWith };
}
