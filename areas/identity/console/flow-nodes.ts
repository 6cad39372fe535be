// Questions that the screens ask about the nodes of a flow.
import type { AnyFlow, InputAttributes, NodeGroup, UiNode, UiText } from "../model.ts";

export type InputNode = UiNode & { attributes: InputAttributes };

export const isInput = (node: UiNode): node is InputNode => node.attributes.node_type === "input";

/**
 * The nodes of some groups in the order the identity service gave them; the default group goes into every form. Only its
 * hidden ones, where the form finds out by itself who somebody is.
 */
export function nodesOf(flow: Pick<AnyFlow, "ui">, groups: readonly NodeGroup[]) {
  const knowsWho = groups.every((group) => group === "oidc" || group === "passkey");
  return flow.ui.nodes.filter((node) =>
    node.group === "default" ? !knowsWho || isHidden(node) : groups.includes(node.group),
  );
}

/** A form that is nothing but buttons to other providers. */
export const leadsAway = (groups: readonly NodeGroup[]) => groups.every((group) => group === "oidc");

const isHidden = (node: UiNode) => isInput(node) && node.attributes.type === "hidden";

export const hasGroup = (flow: Pick<AnyFlow, "ui">, group: NodeGroup) =>
  flow.ui.nodes.some((node) => node.group === group);

export const labelOf = ({ meta, attributes }: UiNode): string => {
  const own = attributes.node_type === "input" ? (attributes.label?.text ?? attributes.name) : "";
  return meta.label?.text ?? own;
};

export const csrfToken = (flow: Pick<AnyFlow, "ui">) =>
  String(
    flow.ui.nodes.filter(isInput).find(({ attributes }) => attributes.name === "csrf_token")?.attributes.value ?? "",
  );

export const isError = ({ type }: UiText) => type === "error";

/** The autocomplete attribute for password managers, where the identity service sends none. */
export const autocompleteOf = ({ name, type, autocomplete }: InputAttributes): string | undefined =>
  autocomplete ?? byName[name] ?? (type === "password" ? "current-password" : type === "email" ? "email" : undefined);

const byName: Readonly<Record<string, string>> = {
  identifier: "username",
  totp_code: "one-time-code",
  code: "one-time-code",
  lookup_secret: "off",
};
