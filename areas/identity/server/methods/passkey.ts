import { recordRefusal } from "../accounts.ts";
import { isOpen } from "../credentials.ts";
import { labels, messages } from "../flows/messages.ts";
import type { Flow } from "../flows/store.ts";
import { checkAnswer, readAnswer, requestOptions } from "../keys/ceremony.ts";
import { answerNode, optionsNode, scriptNode, triggerNode } from "../keys/nodes.ts";
import { findPasskey, spendCount, type Key } from "../keys/store.ts";
import { chargeAddress, refundAddress } from "../throttle.ts";
import type { SignInMethod } from "./method.ts";

/** In a second step, and to confirm an action, the person is known, and only passkeys of that person are accepted. */
const isKnown = ({ refresh, requested_aal, person_id }: Flow) =>
  (refresh || requested_aal === "aal2") && person_id !== null;

export const passkey: SignInMethod = {
  method: "passkey",
  steps: ["aal1", "aal2"],
  aal: "aal1",
  answer: "passkey_login",

  nodes(flow, { publicUrl, keys }) {
    const own: readonly Key[] = isKnown(flow) ? keys.filter(({ use }) => use === "passkey") : [];
    if (isKnown(flow) && own.length === 0) return [];
    const { challenge } = flow;
    return [
      scriptNode("passkey", publicUrl),
      optionsNode(
        "passkey",
        { name: "passkey_challenge", onload: "oryPasskeyLoginAutocompleteInit" },
        { publicKey: requestOptions("passkey", { publicUrl, challenge }, own) },
      ),
      answerNode("passkey", "passkey_login"),
      triggerNode("passkey", { name: "passkey_login_trigger", trigger: "oryPasskeyLogin", label: labels.usePasskey }),
    ];
  },

  async attempt(submitted, { db, origin, publicUrl, signedIn, takeChallenge }) {
    const refuse = async (message: typeof messages.keyRefused, owner = signedIn) => {
      await recordRefusal(db, origin, owner);
      return { status: "refused", ui: { messages: [message] } } as const;
    };
    await chargeAddress(db, origin.address);
    const answer = readAnswer(submitted["passkey_login"]);
    if (!answer) return refuse(messages.unreadableKey);
    const challenge = await takeChallenge();
    if (challenge === undefined) return refuse(messages.keyForAnotherForm);
    const key = await findPasskey(db, Buffer.from(answer.id, "base64url"));
    if (!key) return refuse(messages.unknownPasskey);
    const owner = { id: key.person_id, name: key.person_name };
    const checked = await checkAnswer(key, { publicUrl, challenge }, answer);
    if ("text" in checked) return refuse(checked, owner);
    await refundAddress(db, origin.address);
    if (key.state !== "active") return refuse(messages.inactive, owner);
    return {
      status: "passed",
      personId: key.person_id,
      // If the device verified its owner by finger, face or PIN, it counts as two factors.
      aal: checked.userVerified ? "aal2" : "aal1",
      account: key.email ?? undefined,
      stillHolds: async (tx) => (await isOpen(tx, key.person_id)) && spendCount(tx, key, checked.counter),
      refusal: messages.keyRefused,
    };
  },
};
