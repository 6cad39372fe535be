// Recovery and verification share one process: the user enters an email, gets a code and a link by mail, and uses
// either of them. The responses do not reveal whether an account has the email.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { z } from "zod";
import { originOf as requestOrigin } from "#server/audit/audit.ts";
import type { Tx } from "#server/db/pool.ts";
import { findReachable, normaliseEmail, recordRefusal } from "../accounts.ts";
import { accountOf, checkCode, checkToken, makeCode, spendCode, type Proven } from "../codes.ts";
import { drawCodeFlow } from "../flows/code-form.ts";
import { messages } from "../flows/messages.ts";
import { findFlow, finishFlow, isOver, keepAttempt, type Flow } from "../flows/store.ts";
import type { Letter } from "../mail/mail.ts";
import { postLetter } from "../mail/mail.ts";
import { requireOwnHost, returnPlace } from "../own-site.ts";
import { fieldOf } from "../settings/method.ts";
import { chargeCode, chargeFlow, chargeMail } from "../throttle.ts";
import { isEmail } from "../traits.ts";
import { doorPath, forBrowsers, once, open, readQuery, screens, wantsJson, type Door } from "./door.ts";
import {
  drawingOf,
  fetchFlow,
  handOut,
  showAgain,
  showKept,
  restart,
  takeSubmit,
  type FlowPage,
  type Submit,
} from "./flow-page.ts";

export interface Conversation {
  kind: "recovery" | "verification";
  letter(parts: { recipient: string; link: string; code: string | undefined }): Letter;
  /** Starts the flow; refuses if there is nothing to recover or verify. */
  begin(door: Door, request: FastifyRequest, reply: FastifyReply, returnTo: string | undefined): Promise<unknown>;
  /** Applies the proven code or link, in the transaction that marks it as used. */
  apply(tx: Tx, proven: Proven, request: FastifyRequest): Promise<Outcome>;
  /** Responds to a valid code. */
  answer(submit: Submit, outcome: Outcome): Promise<unknown>;
  /** Responds to a valid link. */
  arrive(door: Door, request: FastifyRequest, reply: FastifyReply, flow: Flow, outcome: Outcome): Promise<unknown>;
}

/** The new session, if any. */
export type Outcome = { id: string; token: string; personId: string } | undefined;

export const codePage = (kind: Conversation["kind"]): FlowPage => ({
  kind,
  expired: messages.expired[kind],
  draw: async (shown) => drawCodeFlow(shown.flow, drawingOf(shown)),
});

export function codeRoutes(app: FastifyInstance, door: Door, conversation: Conversation): void {
  const { kind } = conversation;
  const page = codePage(kind);

  const begin = (type: "browser" | "api") => async (request: FastifyRequest, reply: FastifyReply) => {
    requireOwnHost(request, door);
    const { return_to } = readQuery(request, z.object({ return_to: once }));
    const returnTo = returnPlace(return_to, request, door);
    const refused = await conversation.begin(door, request, reply, returnTo);
    return refused ?? handOut(page, type, { door, request, reply }, { returnTo });
  };

  app.get(`/self-service/${kind}/browser`, open, forBrowsers(door, begin("browser")));
  app.get(`/self-service/${kind}/api`, open, begin("api"));
  app.get(`/self-service/${kind}/flows`, open, fetchFlow(page, door));
  app.post(
    `/self-service/${kind}`,
    { ...open, bodyLimit: 16 * 1024 },
    forBrowsers(door, async (request, reply) => {
      const submit = await takeSubmit(page, door, request, reply);
      if (isOver(submit.flow)) return restart(submit);
      const code = fieldOf(submit.submitted, "code");
      if (code !== "" && submit.flow.state === "sent_email") return takeCode(conversation, submit, code);
      return send(conversation, submit);
    }),
  );
  // The link in the mail can be opened in every browser.
  app.get(
    `/self-service/${kind}`,
    open,
    forBrowsers(door, async (request, reply) => {
      const { flow: id, token = "" } = readQuery(request, z.object({ flow: once, token: once }));
      await chargeFlow(door.db, request.ip);
      const flow = await findFlow(door.db, kind, id);
      const proven = isOver(flow) ? undefined : await checkToken(door.db, { flowId: flow.id, token });
      const used = proven && (await spendProof(conversation, door, request, flow, proven, "link"));
      if (!used) {
        const ui = { messages: [messages.wrongToken[kind]] };
        return handOut(page, "browser", { door, request, reply }, { returnTo: flow.return_to, ui });
      }
      return conversation.arrive(door, request, reply, flow, used.outcome);
    }),
  );
}

async function send(conversation: Conversation, submit: Submit) {
  const { door, request, flow, submitted } = submit;
  const { kind } = conversation;
  requireOwnHost(request, door);
  const isLink = submitted["method"] === "link";
  const email = normaliseEmail(fieldOf(submitted, "email"));
  if (!isEmail(email)) {
    if (flow.state === "sent_email")
      return showAgain(submit, "code", { ui: { ...flow.ui, messages: [messages.wrongSentCode[kind]] } });
    const wrong = email === "" ? messages.missing("email") : messages.notAnEmail;
    return showAgain(submit, "code", { ui: { fields: { email: { value: email.slice(0, 320), messages: [wrong] } } } });
  }
  await chargeMail(door.db, { address: request.ip, email });
  const message = isLink ? messages.linkSent[kind] : messages.codeSent[kind];
  const ui = { messages: [message], fields: { email: { value: email } } };
  const next = await door.db.transaction().execute(async (tx) => {
    const kept = await keepAttempt(tx, flow.id, isLink ? "link" : "code", { ui, state: "sent_email" });
    const person = await findReachable(tx, email);
    // Comes last: a worker sends the mail after the commit, so that sending does not delay the response for existing
    // accounts.
    await sendCode(tx, { door, flow }, { conversation, personId: person?.id ?? null, email, isLink });
    return kept;
  });
  return showKept(submit, next, 200);
}

/** Creates a flow's code and sends it to the person; without a person nothing is sent. */
export async function sendCode(
  tx: Tx,
  { door, flow }: Pick<Submit, "door" | "flow">,
  {
    conversation: { kind, letter },
    personId,
    email,
    isLink = false,
  }: { conversation: Conversation; personId: string | null; email: string; isLink?: boolean },
): Promise<void> {
  const { code, token } = await makeCode(tx, door.secrets, { flowId: flow.id, personId, email });
  const link = `${door.publicUrl}${doorPath}/self-service/${kind}?flow=${flow.id}&token=${token}`;
  // Without an account the same work is done and rolled back, so that the response time does not reveal the difference.
  await sql`savepoint letter`.execute(tx);
  await postLetter(door.post, tx, letter({ recipient: email, link, code: isLink ? undefined : code }));
  await (personId === null ? sql`rollback to savepoint letter` : sql`release savepoint letter`).execute(tx);
}

async function takeCode(conversation: Conversation, submit: Submit, code: string) {
  const { door, request, flow } = submit;
  await chargeCode(door.db, request.ip);
  const proven = await checkCode(door.db, door.secrets, { flowId: flow.id, code });
  const used = proven && (await spendProof(conversation, door, request, flow, proven, "code"));
  if (used) return conversation.answer(submit, used.outcome);
  if (conversation.kind === "recovery")
    await recordRefusal(door.db, requestOrigin(request), await accountOf(door.db, flow.id));
  return showAgain(submit, "code", {
    ui: { fields: { ...flow.ui.fields, code: { messages: [messages.wrongSentCode[conversation.kind]] } } },
  });
}

/** Returns undefined if the code or link was already used. */
const spendProof = (
  conversation: Conversation,
  { db }: Door,
  request: FastifyRequest,
  flow: Flow,
  proven: Proven,
  method: "code" | "link",
) =>
  db.transaction().execute(async (tx) => {
    if (!(await spendCode(tx, flow.id)) || !(await finishFlow(tx, flow.id, method))) return undefined;
    return { outcome: await conversation.apply(tx, proven, request) };
  });

/** Shows the message of a successful flow in place of its form. */
export async function showSuccess(submit: Submit, message: (typeof messages)["verified"]) {
  const { door, request, reply, flow, secret, page } = submit;
  const done = await keepAttempt(door.db, flow.id, "code", { ui: { messages: [message] }, state: "passed_challenge" });
  if (!wantsJson(request)) return reply.redirect(`${screens[page.kind]}?flow=${flow.id}`, 303);
  return page.draw({ door, request, flow: done, secret });
}
