import { Problem } from "#language/problem.ts";
import { isOpen } from "../credentials.ts";
import { messages, providerLabels } from "../flows/messages.ts";
import { input } from "../flows/nodes.ts";
import { providersOf, unlink } from "../oidc/links.ts";
import type { SettingsContext, SettingsMethod } from "./method.ts";

/** What nobody signs in with alone. */
const secondSteps: ReadonlySet<string> = new Set(["totp", "lookup_secret", "webauthn"]);

/** Whether there is a way in beside these providers. */
const hasOtherWay = ({ proofs }: SettingsContext) => [...proofs.keys()].some((type) => !secondSteps.has(type));

/** Linking leads away and is the door's to do; here an account elsewhere is let go. */
export const oidc: SettingsMethod = {
  method: "oidc",
  buttons: ["link", "unlink"],
  isSensitive: () => true,

  nodes({ providers, linked }) {
    const known = new Set(providers.map(({ id }) => id));
    const gone = [...linked].filter((id) => !known.has(id)).map((id) => ({ id, label: id }));
    return [...providers, ...gone].map(({ id, label }) =>
      linked.has(id)
        ? input("oidc", { name: "unlink", type: "submit", value: id }, providerLabels.unlink(id, label))
        : input("oidc", { name: "link", type: "submit", value: id }, providerLabels.link(id, label)),
    );
  },

  async apply({ unlink: given }, context) {
    const { identity, providers, linked } = context;
    if (typeof given !== "string" || !linked.has(given))
      return { status: "refused", ui: { messages: [messages.noMethod.settings] } };
    // A provider that is not configured any more lets nobody in.
    const waysLeft = (left: ReadonlySet<string>) => providers.some(({ id }) => id !== given && left.has(id));
    if (!hasOtherWay(context) && !waysLeft(linked))
      return { status: "refused", ui: { messages: [messages.elsewhere.lastWayIn] } };
    return {
      status: "saved",
      async write(tx) {
        // One after the other: two at once could each leave the other's as the last.
        await isOpen(tx, identity.id);
        if (!hasOtherWay(context) && !waysLeft(await providersOf(tx, identity.id)))
          throw new Problem("conflict", messages.elsewhere.lastWayIn.text);
        await unlink(tx, given, identity.id);
      },
      deed: {
        action: "delete",
        resource_type: "credentials",
        resource_id: identity.id,
        resource_name: `oidc ${given}`,
      },
    };
  },
};
