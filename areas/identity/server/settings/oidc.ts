import { messages, providerLabels } from "../flows/messages.ts";
import { input } from "../flows/nodes.ts";
import { unlink } from "../oidc/links.ts";
import type { SettingsMethod } from "./method.ts";
import { isLastWayIn, providerWay, requireAnotherWay } from "./ways-in.ts";

/**
 * Unlinks an account of another provider. door/oidc.ts links accounts, because the browser leaves the site for that.
 */
export const oidc: SettingsMethod = {
  method: "oidc",
  buttons: ["link", "unlink"],
  isSensitive: () => true,

  nodes({ providers, linked }) {
    const known = new Set(providers.map(({ id }) => id));
    const unconfigured = [...linked].filter((id) => !known.has(id)).map((id) => ({ id, label: id }));
    return [...providers, ...unconfigured].map(({ id, label }) =>
      linked.has(id)
        ? input("oidc", { name: "unlink", type: "submit", value: id }, providerLabels.unlink(id, label))
        : input("oidc", { name: "link", type: "submit", value: id }, providerLabels.link(id, label)),
    );
  },

  async apply({ unlink: provider }, context) {
    const { identity, linked } = context;
    if (typeof provider !== "string" || !linked.has(provider))
      return { status: "refused", ui: { messages: [messages.noMethod.settings] } };
    if (isLastWayIn(context, providerWay(provider)))
      return { status: "refused", ui: { messages: [messages.lastWayIn] } };
    return {
      status: "saved",
      async write(tx) {
        await requireAnotherWay(tx, context, providerWay(provider));
        await unlink(tx, provider, identity.id);
      },
      deed: {
        action: "delete",
        resource_type: "credentials",
        resource_id: identity.id,
        resource_name: `oidc ${provider}`,
      },
    };
  },
};
