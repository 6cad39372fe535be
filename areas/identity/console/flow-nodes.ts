// Functions that select and inspect the nodes of a flow.
import type { AnyFlow, InputAttributes, NodeGroup, UiNode, UiText } from "../model.ts";

export type InputNode = UiNode & { attributes: InputAttributes };

export const isInput = (node: UiNode): node is InputNode => node.attributes.node_type === "input";

/**
 * Returns the nodes of these groups in the order of the identity service. Every form includes the default group; forms
 * that identify the person themselves include only its hidden nodes.
 */
export function nodesOf(flow: Pick<AnyFlow, "ui">, groups: readonly NodeGroup[]) {
  const knowsWho = groups.every((group) => group === "oidc" || group === "passkey");
  return flow.ui.nodes.filter((node) =>
    node.group === "default" ? !knowsWho || isHidden(node) : groups.includes(node.group),
  );
}

/** Whether the form consists only of buttons to other providers. */
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

/** The autocomplete attribute for password managers, if the identity service does not send the attribute. */
export const autocompleteOf = ({ name, type, autocomplete }: InputAttributes): string | undefined =>
  autocomplete ?? byName[name] ?? (type === "password" ? "current-password" : type === "email" ? "email" : undefined);

const byName: Readonly<Record<string, string>> = {
  identifier: "username",
  totp_code: "one-time-code",
  code: "one-time-code",
  lookup_secret: "off",
  "traits.name.first": "given-name",
  "traits.name.last": "family-name",
};
