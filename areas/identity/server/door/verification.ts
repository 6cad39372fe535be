// The verification flow: a person proves that they have access to the email of the account.
import { sql } from "kysely";
import { messages } from "../flows/messages.ts";
import { keepAttempt, startFlow } from "../flows/store.ts";
import { giveBrowserSecret } from "../csrf.ts";
import { verificationLetter } from "../mail/letters.ts";
import { digestOf } from "../random-token.ts";
import { showSuccess, type Conversation } from "./code-flows.ts";
import { screens } from "./door.ts";

export const verification: Conversation = {
  kind: "verification",
  letter: verificationLetter,
  begin: async () => undefined,

  async apply(tx, { personId, email }) {
    const verified = { email, verified_at: sql<string>`now()` };
    await tx
      .insertInto("verified_emails")
      .values({ person_id: personId, ...verified })
      .onConflict((conflict) => conflict.column("person_id").doUpdateSet(verified))
      .execute();
    return undefined;
  },

  answer: (submit) => showSuccess(submit, messages.verified),

  // The browser that opened the link gets a separate flow that shows the message.
  async arrive({ db, cookies }, request, reply, flow) {
    if (flow.return_to !== null) return reply.redirect(flow.return_to, 303);
    const shown = await startFlow(db, {
      kind: "verification",
      type: "browser",
      csrfDigest: digestOf(giveBrowserSecret(request, reply, cookies)),
      requestUrl: flow.request_url,
    });
    await keepAttempt(db, shown.id, "link", { ui: { messages: [messages.verified] }, state: "passed_challenge" });
    return reply.redirect(`${screens.verification}?flow=${shown.id}`, 303);
  },
};
