import { storePassword } from "../accounts.ts";
import { endRecoveries } from "../end-access.ts";
import { labels, messages } from "../flows/messages.ts";
import { input } from "../flows/nodes.ts";
import { passwordFault } from "../password-rules.ts";
import { hashPassword } from "../passwords.ts";
import { refuse, type SettingsMethod } from "./method.ts";

export const password: SettingsMethod = {
  method: "password",
  buttons: [],
  isSensitive: () => true,

  nodes: ({ proofs }) => [
    input(
      "password",
      { name: "password", type: "password", required: true, autocomplete: "new-password" },
      // The profile shows whether the account has a password. Kratos has no such field.
      { ...labels.newPassword, context: { is_set: proofs.has("password") } },
    ),
    input("password", { name: "method", type: "submit", value: "password" }, labels.save),
  ],

  async apply({ password: newPassword }, { identity }) {
    if (typeof newPassword !== "string" || newPassword === "")
      return refuse({ password: { messages: [messages.missing("password")] } });
    const fault = await passwordFault(newPassword, identity.traits);
    if (fault) return refuse({ password: { messages: [fault] } });
    const proof = await hashPassword(newPassword);
    return {
      status: "saved",
      async write(tx) {
        await storePassword(tx, identity.id, proof);
        await endRecoveries(tx, identity.id);
      },
      deed: { action: "update", resource_type: "credentials", resource_id: identity.id, resource_name: "password" },
      endsOtherSessions: true,
    };
  },
};
