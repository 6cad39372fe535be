import type { InputAttributes, NodeGroup, UiNode, UiText } from "../../model.ts";

/** An input as every method draws it. */
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
