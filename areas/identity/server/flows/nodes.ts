// Nodes as every method draws them.
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

/** What the last attempt left at this field. */
export function withAttempt(node: UiNode, { fields }: FlowUi): UiNode {
  if (node.attributes.node_type !== "input") return node;
  const left = fields?.[node.attributes.name];
  if (!left || node.attributes.type === "submit") return node;
  return {
    ...node,
    attributes: left.value === undefined ? node.attributes : { ...node.attributes, value: left.value },
    messages: left.messages ?? [],
  };
}
