// What every flow looks like on the wire, whichever form it shows.
import type { FlowMessage } from "#language/columns.ts";
import type { FlowTimes, UiContainer, UiNode } from "../../model.ts";
import { csrfNode, withAttempt } from "./nodes.ts";
import type { Flow } from "./store.ts";

export interface Drawing {
  /** Where the form is sent. */
  action: string;
  /** Empty for an api flow, which has no browser to protect. */
  csrfToken: string;
}

/** `standing` is what the form says as long as it stands; what the last attempt left comes after it. */
export function drawUi(
  flow: Flow,
  { action, csrfToken }: Drawing,
  nodes: readonly UiNode[],
  standing: readonly FlowMessage[] = [],
): UiContainer {
  const said = [...standing, ...(flow.ui.messages ?? [])];
  return {
    action,
    method: "POST",
    nodes: [csrfNode(csrfToken), ...nodes.map((node) => withAttempt(node, flow.ui))],
    ...(said.length > 0 && { messages: said }),
  };
}

export const timesOf = (flow: Flow): FlowTimes => ({
  request_url: flow.request_url,
  issued_at: flow.issued_at,
  expires_at: flow.expires_at,
  created_at: flow.issued_at,
  updated_at: flow.updated_at,
});
