import { removeCredential, storeCredential } from "../credentials.ts";
import { codesText, labels, messages } from "../flows/messages.ts";
import { input, text } from "../flows/nodes.ts";
import { generateCodes, openCodes, type RecoveryCode, sealCodes } from "../recovery-codes.ts";
import type { FlowMessage } from "#language/columns.ts";
import type { UiNode } from "../../model.ts";
import { isPressed, type SettingsMethod } from "./method.ts";

const button = (name: string, label: FlowMessage) =>
  input("lookup_secret", { name, type: "submit", value: "true" }, label);

const generate = button("lookup_secret_regenerate", labels.generateCodes);
const reveal = button("lookup_secret_reveal", labels.revealCodes);
const disable = button("lookup_secret_disable", labels.disableCodes);
const confirm = button("lookup_secret_confirm", labels.confirmCodes);

/** Adds the numbers of stored and unused codes to the label of a button. Kratos has no such fields. */
const withCounts = (node: UiNode, codes: readonly RecoveryCode[]): UiNode => {
  const context = {
    codes_total: codes.length,
    codes_left: codes.filter(({ used_at }) => used_at === undefined).length,
  };
  return { ...node, meta: { label: { ...node.meta.label!, context } } };
};

const list = (codes: Parameters<typeof codesText>[0], label: FlowMessage) =>
  text("lookup_secret", { id: "lookup_secret_codes", text: codesText(codes) }, label);

export const lookupSecret: SettingsMethod = {
  method: "lookup_secret",
  buttons: ["lookup_secret_reveal", "lookup_secret_regenerate", "lookup_secret_confirm", "lookup_secret_disable"],
  isSensitive: () => true,

  nodes({ secrets, identity, proofs, pending }) {
    const proof = proofs.get("lookup_secret");
    const stored = proof === undefined ? undefined : openCodes(secrets, identity.id, proof);
    if (pending.codes) return [list(pending.codes, labels.newCodes), stored ? withCounts(confirm, stored) : confirm];
    if (!stored) return [generate];
    return [pending.reveals ? list(stored, labels.codes) : reveal, withCounts(generate, stored), disable];
  },

  async apply(submitted, { secrets, identity, proofs, pending }) {
    const about = { resource_type: "credentials", resource_id: identity.id, resource_name: "lookup_secret" };
    const { totp } = pending;
    if (isPressed(submitted, "lookup_secret_confirm")) {
      if (!pending.codes) return { status: "refused", ui: { messages: [messages.nothingToConfirm] } };
      const proof = sealCodes(secrets, identity.id, pending.codes);
      return {
        status: "saved",
        write: (tx) => storeCredential(tx, { personId: identity.id, type: "lookup_secret", proof }),
        deed: { action: proofs.has("lookup_secret") ? "update" : "create", ...about },
        pending: { totp },
        endsOtherSessions: true,
        lifts: true,
      };
    }
    if (isPressed(submitted, "lookup_secret_regenerate"))
      return { status: "shown", pending: { totp, codes: generateCodes() } };
    if (isPressed(submitted, "lookup_secret_reveal") && proofs.has("lookup_secret"))
      return { status: "shown", pending: { totp, reveals: true } };
    if (isPressed(submitted, "lookup_secret_disable") && proofs.has("lookup_secret"))
      return {
        status: "saved",
        write: (tx) => removeCredential(tx, identity.id, "lookup_secret"),
        deed: { action: "delete", ...about },
        pending: { totp },
      };
    return { status: "refused", ui: { messages: [messages.noMethod.settings] } };
  },
};
