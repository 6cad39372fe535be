// The nodes that only the settings flow has: keys that are set up, and recovery codes. They are separate from FlowNode,
// so that the sign-in screens do not load them.
import type { NodeState } from "../FlowForm.tsx";
import type { UiNode } from "../../model.ts";
import { isInput, labelOf } from "../flow-nodes.ts";
import { CONFIRM_CODES, type NewCodes } from "./factors.ts";
import { keyOf, KeyRow } from "./KeyRow.tsx";
import { TotpSecret } from "./TotpSecret.tsx";
import { codesOf, ConfirmCodes, RecoveryCodes } from "./RecoveryCodes.tsx";

interface SettingsNodeState extends NodeState {
  /** Undefined if the shown recovery codes are already valid. */
  newCodes: NewCodes | undefined;
}

export function drawSettingsNode(node: UiNode, { isBusy, isPressed, newCodes }: SettingsNodeState) {
  if (isInput(node))
    return node.attributes.name === CONFIRM_CODES ? (
      <ConfirmCodes node={node} isBusy={isBusy} isPressed={isPressed} />
    ) : (
      keyOf(node) && <KeyRow node={node} isBusy={isBusy && isPressed} />
    );
  const { attributes } = node;
  const codes = attributes.node_type === "text" ? codesOf(attributes.text) : undefined;
  const label = labelOf(node);
  if (!codes)
    return attributes.node_type === "text" && node.group === "totp" ? (
      <TotpSecret label={label} secret={attributes.text.text} />
    ) : undefined;
  return (
    <div>
      {label && <p className="mb-1.5 font-medium">{label}</p>}
      <RecoveryCodes codes={codes} newCodes={newCodes} />
    </div>
  );
}
