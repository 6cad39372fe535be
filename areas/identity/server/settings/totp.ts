import { generateSecret, keyAddress, sealSecret, stepOf } from "../authenticator.ts";
import { removeCredential, storeCredential } from "../credentials.ts";
import { labels, messages, secretText } from "../flows/messages.ts";
import { image, input, text } from "../flows/nodes.ts";
import { drawCode } from "../qr-code.ts";
import { fieldOf, isPressed, refuse, type SettingsMethod } from "./method.ts";

const pictureSize = 256;

export const totp: SettingsMethod = {
  method: "totp",
  buttons: ["totp_unlink", "totp_code"],
  isSensitive: () => true,

  nodes: ({ proofs, pending, identity }) =>
    proofs.has("totp")
      ? [input("totp", { name: "totp_unlink", type: "submit", value: "true" }, labels.unlinkAuthenticator)]
      : [
          image(
            "totp",
            {
              id: "totp_qr",
              src: drawCode(keyAddress(pending.totp, identity.traits.email)),
              width: pictureSize,
              height: pictureSize,
            },
            labels.authenticatorPicture,
          ),
          text("totp", { id: "totp_secret_key", text: secretText(pending.totp) }, labels.authenticatorSecret),
          input(
            "totp",
            { name: "totp_code", type: "text", value: "", required: true, autocomplete: "one-time-code" },
            labels.verifyCode,
          ),
          input("totp", { name: "method", type: "submit", value: "totp" }, labels.save),
        ],

  async apply(submitted, { secrets, identity, proofs, pending }) {
    const about = { resource_type: "credentials", resource_id: identity.id, resource_name: "totp" };
    // The next authenticator app gets a new secret.
    const next = { totp: generateSecret() };
    if (proofs.has("totp")) {
      if (!isPressed(submitted, "totp_unlink"))
        return { status: "refused", ui: { messages: [messages.noMethod.settings] } };
      return {
        status: "saved",
        write: (tx) => removeCredential(tx, identity.id, "totp"),
        deed: { action: "delete", ...about },
        pending: next,
      };
    }
    const code = fieldOf(submitted, "totp_code");
    if (code === "") return refuse({ totp_code: { messages: [messages.missing("totp_code")] } });
    const step = stepOf(pending.totp, code);
    if (step === undefined) return refuse({ totp_code: { messages: [messages.wrongCode] } });
    const proof = sealSecret(secrets, identity.id, pending.totp);
    return {
      status: "saved",
      write: (tx) => storeCredential(tx, { personId: identity.id, type: "totp", proof, usedStep: step }),
      deed: { action: "create", ...about },
      pending: next,
      endsOtherSessions: true,
      lifts: true,
    };
  },
};
