import { openSecret, stepOf, spendStep } from "../authenticator.ts";
import { findCredential, isOpen } from "../credentials.ts";
import { labels, messages } from "../flows/messages.ts";
import { input } from "../flows/nodes.ts";
import type { SignInMethod } from "./method.ts";
import { attemptCode } from "./second-step.ts";

export const totp: SignInMethod = {
  method: "totp",
  steps: ["aal2"],
  aal: "aal2",

  nodes: () => [
    input(
      "totp",
      { name: "totp_code", type: "text", value: "", required: true, autocomplete: "one-time-code" },
      labels.authenticatorCode,
    ),
    input("totp", { name: "method", type: "submit", value: "totp" }, labels.useAuthenticator),
  ],

  attempt: (submitted, context) =>
    attemptCode("totp_code", submitted, context, async (personId, code) => {
      const credential = await findCredential(context.db, personId, "totp");
      if (!credential) return messages.noAuthenticator;
      const { id, proof, used_step } = credential;
      const step = stepOf(openSecret(context.secrets, personId, proof), code);
      if (step === undefined || (used_step !== null && step <= used_step)) return messages.wrongCode;
      return {
        stillHolds: async (tx) => (await isOpen(tx, personId)) && spendStep(tx, { id, proof, step }),
        refusal: messages.wrongCode,
      };
    }),
};
