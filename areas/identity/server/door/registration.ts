// The registration flow: a new account, for whoever was invited, or for anybody where the operator wants that.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { IdentityTraits } from "#language/columns.ts";
import { Problem } from "#language/problem.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import { hasSqlState } from "#server/db/failures.ts";
import { systemActor } from "#server/http/actor.ts";
import type { RegistrationFlow, SignedUp } from "../../model.ts";
import { storePassword } from "../accounts.ts";
import { drawUi, timesOf } from "../flows/drawing.ts";
import { labels, messages } from "../flows/messages.ts";
import { input } from "../flows/nodes.ts";
import { finishFlow, isOver, type Flow } from "../flows/store.ts";
import { acceptInvitation, findInvitation, invitationById } from "../invitations.ts";
import { returnPlace } from "../own-site.ts";
import { passwordFault } from "../password-rules.ts";
import { hashPassword } from "../passwords.ts";
import { beginSession } from "../sessions.ts";
import { personColumns, readTraits, traitNodes } from "../traits.ts";
import { admitBrowser, describeBegun } from "./admit.ts";
import { forBrowsers, once, open, readQuery, screens, wantsJson, type Door } from "./door.ts";
import {
  drawingOf,
  fetchFlow,
  handOut,
  showAgain,
  startAnew,
  takeSubmit,
  type FlowPage,
  type Submit,
} from "./flow-page.ts";
import { alreadySignedIn } from "./login-flow.ts";

/** What somebody is who came without an invitation. */
const roleOfStrangers = "guest";

const startQuery = z.object({ return_to: once, after_verification_return_to: once, invitation: once });
const purpose = "registration";

const registrationPage: FlowPage = {
  kind: "registration",
  expired: messages.expired.registration,
  async draw(shown) {
    const { door, flow } = shown;
    const invited = await invitationOf(door, flow);
    const nodes = traitNodes("default", invited?.traits ?? nobody).map((node) =>
      // The e-mail of an invitation is not the guest's to choose.
      invited && node.attributes.node_type === "input" && node.attributes.name === "traits.email"
        ? { ...node, attributes: { ...node.attributes, disabled: true } }
        : node,
    );
    return {
      id: flow.id,
      type: flow.type,
      state: flow.state,
      ui: drawUi(flow, drawingOf(shown), [
        ...nodes,
        input(
          "password",
          { name: "password", type: "password", required: true, autocomplete: "new-password" },
          labels.password,
        ),
        input("password", { name: "method", type: "submit", value: "password" }, labels.signUp),
      ]),
      ...(flow.active !== null && { active: flow.active }),
      ...(flow.return_to !== null && { return_to: flow.return_to }),
      ...timesOf(flow),
    } satisfies RegistrationFlow;
  },
};

const nobody: IdentityTraits = { email: "", name: { first: "", last: "" } };

/** The invitation that a flow was begun with, as long as it is good. */
async function invitationOf({ db, secrets }: Door, { pending }: Flow) {
  if (pending === null) return undefined;
  const row = await invitationById(db, secrets.open(pending, purpose));
  return row && { id: row.id, traits: { email: row.email, name: { first: row.first_name, last: row.last_name } } };
}

export function registrationRoutes(app: FastifyInstance, door: Door): void {
  const begin = (type: "browser" | "api") => async (request: FastifyRequest, reply: FastifyReply) => {
    const { return_to, after_verification_return_to, invitation } = readQuery(request, startQuery);
    const returnTo = returnPlace(return_to ?? after_verification_return_to, request, door.publicUrl);
    if ((await door.session(request)) !== null) return alreadySignedIn(request, reply, returnTo);
    const invited = invitation === undefined ? undefined : await findInvitation(door.db, invitation);
    if (!invited && !door.openRegistration) throw byInvitation(invitation !== undefined);
    return handOut(
      registrationPage,
      type,
      { door, request, reply },
      { returnTo, pending: invited ? door.secrets.seal(invited.id, purpose) : null },
    );
  };

  app.get("/self-service/registration/browser", open, forBrowsers(door, begin("browser")));
  app.get("/self-service/registration/api", open, begin("api"));
  app.get("/self-service/registration/flows", open, fetchFlow(registrationPage, door));
  app.post(
    "/self-service/registration",
    { ...open, bodyLimit: 64 * 1024 },
    forBrowsers(door, async (request, reply) => {
      const submit = await takeSubmit(registrationPage, door, request, reply);
      if (submit.session !== null) return alreadySignedIn(request, reply, submit.flow.return_to);
      if (isOver(submit.flow)) return startAnew(submit);
      return register(submit);
    }),
  );
}

const byInvitation = (wasGiven: boolean) =>
  new Problem(
    "self_service_flow_disabled",
    wasGiven
      ? "This invitation is not valid any more. Ask for a new one."
      : "Accounts are by invitation only. Ask an administrator to invite you.",
  );

async function register(submit: Submit) {
  const { door, request, reply, flow, submitted } = submit;
  const invited = await invitationOf(door, flow);
  if (!invited && !door.openRegistration) throw byInvitation(flow.pending !== null);
  if (submitted["method"] !== "password")
    return showAgain(submit, null, { ui: { ...flow.ui, messages: [messages.noMethod.registration] } });

  const email = invited?.traits.email;
  const { traits, fields, isValid } = readTraits(
    email === undefined ? submitted : { ...submitted, "traits.email": email },
  );
  const password = typeof submitted["password"] === "string" ? submitted["password"] : "";
  const fault = password === "" ? messages.missing("password") : await passwordFault(password, traits);
  if (!isValid || fault)
    return showAgain(submit, "password", {
      ui: { fields: { ...fields, ...(fault && { password: { messages: [fault] } }) } },
    });
  const proof = await hashPassword(password);
  const made = await makeAccount(submit, { traits, proof, invitation: invited?.id });
  if (made === "over") return startAnew(submit);
  if (made === "taken")
    return showAgain(submit, "password", {
      ui: { fields: { ...fields, "traits.email": { value: traits.email, messages: [messages.emailTaken] } } },
    });

  const session = await describeBegun(door, made.id);
  const body = { identity: session.identity, session } satisfies SignedUp;
  if (flow.type === "api") return { ...body, session_token: made.token } satisfies SignedUp;
  admitBrowser(door, reply, { token: made.token, account: traits.email });
  const place = flow.return_to ?? screens.home;
  if (!wantsJson(request)) return reply.redirect(place, 303);
  return {
    ...body,
    continue_with: [{ action: "redirect_browser_to", redirect_browser_to: place }],
  } satisfies SignedUp;
}

async function makeAccount(
  { door, request, flow }: Submit,
  { traits, proof, invitation }: { traits: IdentityTraits; proof: string; invitation: string | undefined },
): Promise<{ id: string; token: string } | "over" | "taken"> {
  const origin = originOf(request);
  try {
    return await door.db.transaction().execute(async (tx) => {
      if (!(await finishFlow(tx, flow.id, "password"))) return "over";
      const role = invitation === undefined ? roleOfStrangers : await acceptInvitation(tx, invitation);
      if (role === undefined) throw byInvitation(true);
      const columns = personColumns(traits);
      const { id } = await tx.insertInto("people").values(columns).returning("id").executeTakeFirstOrThrow();
      await tx.insertInto("person_roles").values({ person_id: id, role }).execute();
      await storePassword(tx, id, proof);
      const begun = await beginSession(tx, {
        personId: id,
        aal: "aal1",
        methods: [{ method: "password", aal: "aal1", completed_at: new Date().toISOString() }],
        userAgent: origin.userAgent,
        address: origin.address,
      });
      const person = { id, name: columns.name };
      await recordDeeds(tx, { actor: systemActor, origin }, [
        {
          action: "create",
          resource_type: "people",
          resource_id: id,
          resource_name: columns.name,
          after: { name: columns.name, email: columns.email, roles: [role] },
          person,
        },
        { action: "sign_in", resource_type: "sessions", resource_id: begun.id, person },
      ]);
      return { id: begun.id, token: begun.token };
    });
  } catch (error) {
    if (hasSqlState(error, "23505")) return "taken";
    throw error;
  }
}
