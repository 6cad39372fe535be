import { recordDeeds } from "#server/audit/audit.ts";
import { systemActor } from "#server/http/actor.ts";
import { isOpen } from "../credentials.ts";
import { labels, messages } from "../flows/messages.ts";
import type { Flow } from "../flows/store.ts";
import { checkAnswer, readAnswer, requestOptions } from "../keys/ceremony.ts";
import { answerNode, optionsNode, scriptNode, triggerNode } from "../keys/nodes.ts";
import { findPasskey, spendCount, type Key } from "../keys/store.ts";
import { chargeAddress, refundAddress } from "../throttle.ts";
import type { SignInMethod } from "./method.ts";

/** Who confirms an action is known, and answers with an own passkey or not at all. */
const isKnown = ({ refresh, person_id }: Flow) => refresh && person_id !== null;

export const passkey: SignInMethod = {
  method: "passkey",
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

  async attempt(submitted, { db, origin, publicUrl, takeChallenge }) {
    const refuse = async (message: typeof messages.keyRefused, owner?: { id: string; name: string }) => {
      await recordDeeds(db, { actor: systemActor, origin }, [
        { action: "sign_in_refused", resource_type: "sessions", person: owner ?? { id: null, name: null } },
      ]);
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
      account: key.email ?? undefined,
      stillHolds: async (tx) => (await isOpen(tx, key.person_id)) && spendCount(tx, key, checked.counter),
      refusal: messages.keyRefused,
    };
  },
};
