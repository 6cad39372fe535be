// Handles the return from another identity provider. The browser continues with the form that it left: it gets a
// session, a new account, or a message.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FlowMessage } from "#language/columns.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import { hasSqlState } from "#server/db/failures.ts";
import { systemActor } from "#server/http/actor.ts";
import type { OidcProvider } from "#server/env/oidc-providers.ts";
import { isOpen } from "../credentials.ts";
import { csrfViolation, requireSameBrowser } from "../csrf.ts";
import { messages } from "../flows/messages.ts";
import { findAnyFlow, isOver, takeDeparture } from "../flows/store.ts";
import { isStillLinked, link, ownerOf } from "../oidc/links.ts";
import { ProviderAway, ProviderRefused, type Arrival } from "../oidc/providers.ts";
import { isSame } from "../random-token.ts";
import { chargeFlow } from "../throttle.ts";
import { forBrowsers, open, requireSession, screens, type Door } from "./door.ts";
import { showAgain, restart, type FlowPage, type Submit } from "./flow-page.ts";
import { callbackOf, openDeparture, providerOf } from "./leave.ts";
import { alreadySignedIn, isSignedInEnough, loginPage } from "./login-flow.ts";
import { makeAccount, welcome } from "./new-account.ts";
import { invitationOf, registrationPage } from "./registration.ts";
import { requireOwner, settingsPage } from "./settings.ts";
import { admit, requireSamePerson } from "./submit-login.ts";

const callbackPath = "/self-service/methods/oidc/callback/:provider";

const pages: Readonly<Record<string, FlowPage>> = {
  login: loginPage,
  registration: registrationPage,
  settings: settingsPage,
};

export function oidcRoutes(app: FastifyInstance, door: Door): void {
  app.get(
    callbackPath,
    open,
    forBrowsers(door, async (request, reply) => {
      const { provider: id } = request.params as { provider: string };
      const provider = providerOf(door, id);
      if (!provider) throw csrfViolation("The callback URL does not contain an identity provider.");
      await chargeFlow(door.db, request.ip);
      const back = backTo(door, provider, request);
      const submit = await takeReturn(door, request, reply, back);
      if (isOver(submit.flow)) return restart(submit);
      const departure = openDeparture(door, submit.flow);
      const state = Buffer.from(back.searchParams.get("state") ?? "");
      if (!departure || departure.provider !== provider.id || !isSame(state, Buffer.from(departure.state)))
        throw csrfViolation(
          `This form was not sent to ${provider.label}, or the provider's response was already used.`,
        );
      // Each redirect to the provider can be answered only once, whatever the result.
      if (!(await takeDeparture(door.db, submit.flow)))
        throw csrfViolation("The provider's response was already used.");
      try {
        return await arrive(submit, provider, await door.oidc.arrive(provider, { address: back, departure }));
      } catch (error) {
        const message = messageOf(error, provider);
        if (!message) throw error;
        // Logs the reasons and not the error itself, because the provider's response may contain tokens.
        door.log.warn(
          { provider: provider.id, reason: reasonsOf(error) },
          "sign-in with another identity provider failed",
        );
        return showMessage(submit, message);
      }
    }),
  );
}

/** The callback URL as registered at the provider, with the query that the provider added. */
function backTo(door: Door, { id }: OidcProvider, { url }: FastifyRequest): URL {
  const back = new URL(callbackOf(door, id));
  back.search = url.includes("?") ? url.slice(url.indexOf("?")) : "";
  return back;
}

/** Finds the form that the browser left, and checks that it belongs to this browser. */
async function takeReturn(door: Door, request: FastifyRequest, reply: FastifyReply, back: URL): Promise<Submit> {
  const flow = await findAnyFlow(door.db, back.searchParams.get("state")?.split(".")[0]).catch(() => undefined);
  const page = flow && pages[flow.kind];
  if (!flow || !page)
    throw csrfViolation("The provider's response does not belong to a sign-in form that is still open.");
  const secret = requireSameBrowser(request, flow, door.cookies);
  return { page, door, request, reply, flow, secret, session: await door.session(request), submitted: {} };
}

const showMessage = (submit: Submit, message: FlowMessage) =>
  showAgain(submit, "oidc", { ui: { fields: submit.flow.ui.fields ?? {}, messages: [message] } });

function messageOf(error: unknown, { label }: OidcProvider): FlowMessage | undefined {
  if (error instanceof ProviderAway) return messages.elsewhere.away(label);
  if (!(error instanceof ProviderRefused)) return undefined;
  return error.code === "access_denied" ? messages.elsewhere.denied(label) : messages.elsewhere.refused(label);
}

function reasonsOf(error: unknown): string[] {
  const reasons: string[] = [];
  for (let each = error; each instanceof Error && reasons.length < 4; each = each.cause) reasons.push(each.message);
  return reasons;
}

async function arrive(submit: Submit, provider: OidcProvider, arrival: Arrival) {
  if (submit.flow.kind === "settings") return linkTo(submit, provider, arrival);
  const { door, request, reply, flow, session } = submit;
  if (isSignedInEnough(session, { refresh: flow.refresh, aal: flow.requested_aal }))
    return alreadySignedIn(request, reply, flow.return_to);
  requireSamePerson(flow, session?.id);
  const account = { provider: provider.id, subject: arrival.subject };
  const owner = await ownerOf(door.db, account);
  if (!owner) return signUp(submit, provider, arrival);
  if (owner.state !== "active") {
    await recordDeeds(door.db, { actor: systemActor, origin: originOf(request) }, [
      { action: "sign_in_refused", resource_type: "sessions", person: { id: owner.id, name: owner.name } },
    ]);
    return showMessage(submit, messages.inactive);
  }
  requireSamePerson(flow, owner.id);
  return admit(
    submit,
    { method: "oidc", aal: "aal1", provider: provider.id },
    {
      status: "passed",
      personId: owner.id,
      account: undefined,
      stillHolds: async (tx) => (await isOpen(tx, owner.id)) && isStillLinked(tx, account, owner.id),
      refusal: messages.elsewhere.unknown(provider.label),
    },
  );
}

/**
 * No person is linked to this account: creates a new person if that is allowed, and never takes over an existing one.
 */
async function signUp(submit: Submit, provider: OidcProvider, arrival: Arrival) {
  const { door, flow, session } = submit;
  const { elsewhere } = messages;
  const { label } = provider;
  // A person who confirms an action, or adds a factor to a session, already has an account.
  if (flow.person_id !== null || session !== null) return showMessage(submit, elsewhere.unknown(label));
  const { email, first, last } = await arrival.profile();
  const invited = flow.kind === "registration" ? await invitationOf(door, flow) : undefined;
  const isWelcome = invited !== undefined || door.openRegistration;
  if ("fault" in email) return showMessage(submit, elsewhere[isWelcome ? email.fault : "unknown"](label));
  // Checked only after the email was confirmed, so that only the owner of the email can find out that it is already
  // used.
  if (await isTaken(door, email.address)) return showMessage(submit, elsewhere.taken(label));
  if (!isWelcome) return showMessage(submit, elsewhere.unknown(label));
  if (invited && invited.traits.email !== email.address) return showMessage(submit, elsewhere.notInvited(label));

  const invitedName = invited?.traits.name;
  const created = await makeAccount(submit, {
    traits: {
      email: email.address,
      name: { first: first || (invitedName?.first ?? ""), last: last || (invitedName?.last ?? "") },
    },
    invitation: invited?.id,
    role: provider.role,
    method: { method: "oidc", aal: "aal1", provider: provider.id },
    async prove(tx, personId) {
      await link(tx, { provider: provider.id, subject: arrival.subject }, personId);
      await tx.insertInto("verified_emails").values({ person_id: personId, email: email.address }).execute();
    },
  });
  if (created === "over") return restart(submit);
  if (created === "taken") return showMessage(submit, elsewhere.taken(label));
  return welcome(submit, created, undefined);
}

async function isTaken({ db }: Door, email: string): Promise<boolean> {
  const found = await db
    .selectFrom("people")
    .select("id")
    .where("email", "=", email)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Links the account at the provider to the owner of these settings. */
async function linkTo(submit: Submit, provider: OidcProvider, arrival: Arrival) {
  const { door, request, flow } = submit;
  const session = await requireSession(door, request, `${screens.settings}?flow=${flow.id}`);
  requireOwner(flow, session);
  const { elsewhere } = messages;
  if (provider.email_domains.length > 0) {
    const { email } = await arrival.profile();
    if ("fault" in email) return showMessage(submit, elsewhere[email.fault](provider.label));
  }
  try {
    await door.db.transaction().execute(async (tx) => {
      await link(tx, { provider: provider.id, subject: arrival.subject }, session.id);
      await recordDeeds(tx, { actor: session, origin: originOf(request) }, [
        {
          action: "create",
          resource_type: "credentials",
          resource_id: session.id,
          resource_name: `oidc ${provider.id}`,
        },
      ]);
    });
  } catch (error) {
    if (!hasSqlState(error, "23505")) throw error;
    return showMessage(submit, elsewhere.linkedAlready(provider.label));
  }
  return showAgain(submit, "oidc", { ui: { messages: [messages.saved] }, state: "passed_challenge" }, 200);
}
