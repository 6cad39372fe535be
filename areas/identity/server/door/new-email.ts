// Changes the email of a profile: sends a code to the new address and a notice to the old address.
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

/** Returns, to the client that changed the email, the flow for entering the code. */
export async function verifyNewEmail(
  tx: Tx,
  submit: Submit,
  { personId, from, to }: { personId: string; from: string; to: string },
): Promise<ShowVerification> {
  const { door, request, flow } = submit;
  const verificationFlow = await startFlow(tx, {
    kind: "verification",
    type: flow.type,
    csrfDigest: flow.csrf_digest,
    requestUrl: flow.request_url,
    returnTo: screens.settings,
  });
  const ui = { messages: [messages.codeSentTo(to)], fields: { email: { value: to } } };
  await keepAttempt(tx, verificationFlow.id, "code", { ui, state: "sent_email" });
  await sendCode(tx, { ...submit, flow: verificationFlow }, { conversation: verification, personId, email: to });
  if (from !== "") await postLetter(door.post, tx, emailChangedLetter({ recipient: from, to }));
  const url = `${originOf(request, door.publicUrl)}${screens.verification}?flow=${verificationFlow.id}`;
  return {
    action: "show_verification_ui",
    flow: { id: verificationFlow.id, verifiable_address: to, ...(flow.type === "browser" && { url }) },
  };
}
