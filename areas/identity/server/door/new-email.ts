// Another e-mail in the profile: a code goes to the new one, and the old one is told.
import type { Tx } from "#server/db/pool.ts";
import type { ShowVerification } from "../../model.ts";
import { messages } from "../flows/messages.ts";
import { keepAttempt, startFlow } from "../flows/store.ts";
import { emailChangedLetter } from "../mail/letters.ts";
import { postLetter } from "../mail/mail.ts";
import { originOf } from "../own-site.ts";
import { sendCode } from "./code-flows.ts";
import { screens } from "./door.ts";
import type { Submit } from "./flow-page.ts";
import { verification } from "./verification.ts";

/** Answers where the code is entered: a form of its own, for the client that changed the e-mail. */
export async function verifyNewEmail(
  tx: Tx,
  submit: Submit,
  { personId, from, to }: { personId: string; from: string; to: string },
): Promise<ShowVerification> {
  const { door, request, flow } = submit;
  const begun = await startFlow(tx, {
    kind: "verification",
    type: flow.type,
    csrfDigest: flow.csrf_digest,
    requestUrl: flow.request_url,
    returnTo: screens.settings,
  });
  const ui = { messages: [messages.codeSentTo(to)], fields: { email: { value: to } } };
  await keepAttempt(tx, begun.id, "code", { ui, state: "sent_email" });
  await sendCode(tx, { ...submit, flow: begun }, { conversation: verification, personId, email: to });
  if (from !== "") await postLetter(door.post, tx, emailChangedLetter({ recipient: from, to }));
  const url = `${originOf(request, door.publicUrl)}${screens.verification}?flow=${begun.id}`;
  return {
    action: "show_verification_ui",
    flow: { id: begun.id, verifiable_address: to, ...(flow.type === "browser" && { url }) },
  };
}
