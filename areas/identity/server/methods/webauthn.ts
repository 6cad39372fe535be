import { isOpen } from "../credentials.ts";
import { labels, messages } from "../flows/messages.ts";
import { checkAnswer, readAnswer, requestOptions } from "../keys/ceremony.ts";
import { answerNode, scriptNode, triggerNode } from "../keys/nodes.ts";
import { keysOf, spendCount } from "../keys/store.ts";
import type { SignInMethod } from "./method.ts";
import { trySecondStep } from "./second-step.ts";

export const webauthn: SignInMethod = {
  method: "webauthn",
  steps: ["aal2"],
  aal: "aal2",
  answer: "webauthn_login",

  nodes: ({ challenge }, { publicUrl, keys }) => [
    scriptNode("webauthn", publicUrl),
    answerNode("webauthn", "webauthn_login"),
    triggerNode(
      "webauthn",
      { name: "webauthn_login_trigger", trigger: "oryWebAuthnLogin", label: labels.useKey },
      {
        publicKey: requestOptions(
          "webauthn",
          { publicUrl, challenge },
          keys.filter(({ use }) => use === "webauthn"),
        ),
      },
    ),
  ],

  async attempt(submitted, context) {
    const refuse = (message: typeof messages.keyRefused) =>
      ({ status: "refused", ui: { messages: [message] } }) as const;
    const { person_id: personId } = context.flow;
    if (personId === null) return refuse(messages.unreadableKey);
    const result = await trySecondStep(context, personId, async () => {
      const answer = readAnswer(submitted["webauthn_login"]);
      if (!answer) return messages.unreadableKey;
      const challenge = await context.takeChallenge();
      if (challenge === undefined) return messages.keyForAnotherForm;
      const id = Buffer.from(answer.id, "base64url");
      const held = (await keysOf(context.db, personId)).filter(({ use }) => use === "webauthn");
      if (held.length === 0) return messages.noKey;
      const key = held.find(({ credential_id }) => id.equals(credential_id));
      if (!key) return messages.foreignKey;
      const checked = await checkAnswer(key, { publicUrl: context.publicUrl, challenge }, answer);
      if ("text" in checked) return checked;
      return {
        stillHolds: async (tx) => (await isOpen(tx, personId)) && spendCount(tx, key, checked.counter),
        refusal: messages.keyRefused,
      };
    });
    return "text" in result ? refuse(result) : result;
  },
};
