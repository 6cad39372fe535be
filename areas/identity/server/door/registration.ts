// The registration flow: a new account for invited people, or for everybody if the operator allows it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { IdentityTraits } from "#language/columns.ts";
import type { RegistrationFlow } from "../../model.ts";
import { storePassword } from "../accounts.ts";
import { drawUi, timesOf } from "../flows/drawing.ts";
import { labels, messages } from "../flows/messages.ts";
import { input } from "../flows/nodes.ts";
import { openPending, sealPending } from "../flows/pending.ts";
import { isOver, type Flow } from "../flows/store.ts";
import { findInvitation, invitationById } from "../invitations.ts";
import { returnPlace } from "../own-site.ts";
import { passwordFault } from "../password-rules.ts";
import { hashPassword } from "../passwords.ts";
import { readTraits, traitNodes } from "../traits.ts";
import { forBrowsers, once, open, readQuery, type Door } from "./door.ts";
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
import { alreadySignedIn } from "./login-flow.ts";
import { byInvitation, makeAccount, welcome } from "./new-account.ts";
import { signUpNodes } from "./provider-buttons.ts";

/** The role of people without an invitation. */
const defaultRole = "guest";

const startQuery = z.object({ return_to: once, after_verification_return_to: once, invitation: once });

export const registrationPage: FlowPage = {
  kind: "registration",
  expired: messages.expired.registration,
  async draw(shown) {
    const { door, flow } = shown;
    const invited = await invitationOf(door, flow);
    const nodes = traitNodes("default", invited?.traits ?? emptyTraits).map((node) =>
      // The email of an invitation cannot be changed.
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
        ...signUpNodes(door, flow),
      ]),
      ...(flow.active !== null && { active: flow.active }),
      ...(flow.return_to !== null && { return_to: flow.return_to }),
      ...timesOf(flow),
    } satisfies RegistrationFlow;
  },
};

const emptyTraits: IdentityTraits = { email: "", name: { first: "", last: "" } };

/** The invitation of a flow, if it is still valid. */
export async function invitationOf({ db, secrets }: Door, flow: Flow) {
  const invitation = openPending(secrets, flow);
  if (invitation === undefined) return undefined;
  const row = await invitationById(db, invitation);
  return row && { id: row.id, traits: { email: row.email, name: { first: row.first_name, last: row.last_name } } };
}

export function registrationRoutes(app: FastifyInstance, door: Door): void {
  const begin = (type: "browser" | "api") => async (request: FastifyRequest, reply: FastifyReply) => {
    const { return_to, after_verification_return_to, invitation } = readQuery(request, startQuery);
    const returnTo = returnPlace(return_to ?? after_verification_return_to, request, door);
    if ((await door.session(request)) !== null) return alreadySignedIn(request, reply, returnTo);
    const invited = invitation === undefined ? undefined : await findInvitation(door.db, invitation);
    if (!invited && !door.openRegistration) throw byInvitation(invitation !== undefined);
    return handOut(
      registrationPage,
      type,
      { door, request, reply },
      { returnTo, pending: invited ? sealPending(door.secrets, invited.id) : null },
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
      if (isOver(submit.flow)) return restart(submit);
      return register(submit);
    }),
  );
}

async function register(submit: Submit) {
  const { door, flow, submitted } = submit;
  const invited = await invitationOf(door, flow);
  if (!invited && !door.openRegistration) throw byInvitation(flow.pending !== null);
  const provider = providerOf(door, submitted["provider"]);
  if (provider) return leave(submit, provider);
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
  const created = await makeAccount(submit, {
    traits,
    invitation: invited?.id,
    role: defaultRole,
    method: { method: "password", aal: "aal1" },
    prove: (tx, personId) => storePassword(tx, personId, proof),
  });
  if (created === "over") return restart(submit);
  if (created === "taken")
    return showAgain(submit, "password", {
      ui: { fields: { ...fields, "traits.email": { value: traits.email, messages: [messages.emailTaken] } } },
    });

  return welcome(submit, created, traits.email);
}
