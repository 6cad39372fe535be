// Builders for the nodes that all methods share.
import type { FlowUi } from "#language/columns.ts";
import type { ImageAttributes, InputAttributes, NodeGroup, TextAttributes, UiNode, UiText } from "../../model.ts";

export const input = (
  group: NodeGroup,
  attributes: Omit<InputAttributes, "node_type" | "disabled">,
  label?: UiText,
): UiNode => ({
  type: "input",
  group,
  attributes: { node_type: "input", disabled: false, ...attributes },
  messages: [],
  meta: label ? { label } : {},
});

export const text = (group: NodeGroup, attributes: Omit<TextAttributes, "node_type">, label: UiText): UiNode => ({
  type: "text",
  group,
  attributes: { node_type: "text", ...attributes },
  messages: [],
  meta: { label },
});

export const image = (group: NodeGroup, attributes: Omit<ImageAttributes, "node_type">, label: UiText): UiNode => ({
  type: "img",
  group,
  attributes: { node_type: "img", ...attributes },
  messages: [],
  meta: { label },
});

export const csrfNode = (value: string): UiNode =>
  input("default", { name: "csrf_token", type: "hidden", value, required: true });

/** Adds the value and the messages of the last attempt to a node. */
export function withAttempt(node: UiNode, { fields }: FlowUi): UiNode {
  if (node.attributes.node_type !== "input") return node;
  const attempted = fields?.[node.attributes.name];
  if (!attempted || node.attributes.type === "submit") return node;
  return {
    ...node,
    attributes: attempted.value === undefined ? node.attributes : { ...node.attributes, value: attempted.value },
    messages: attempted.messages ?? [],
  };
}
