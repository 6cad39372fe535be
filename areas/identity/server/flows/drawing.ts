// The parts of the flow JSON that are the same for every form.
import type { FlowMessage } from "#language/columns.ts";
import type { FlowTimes, UiContainer, UiNode } from "../../model.ts";
import { csrfNode, withAttempt } from "./nodes.ts";
import type { Flow } from "./store.ts";

export interface Drawing {
  /** The URL that the form is submitted to. */
  action: string;
  /** Empty for an api flow, which needs no CSRF protection. */
  csrfToken: string;
}

/** Shows the `standing` messages, then the messages of the last attempt. */
export function drawUi(
  flow: Flow,
  { action, csrfToken }: Drawing,
  nodes: readonly UiNode[],
  standing: readonly FlowMessage[] = [],
): UiContainer {
  const messages = [...standing, ...(flow.ui.messages ?? [])];
  return {
    action,
    method: "POST",
    nodes: [csrfNode(csrfToken), ...nodes.map((node) => withAttempt(node, flow.ui))],
    ...(messages.length > 0 && { messages: messages }),
  };
}

export const timesOf = (flow: Flow): FlowTimes => ({
  request_url: flow.request_url,
  issued_at: flow.issued_at,
  expires_at: flow.expires_at,
  created_at: flow.issued_at,
  updated_at: flow.updated_at,
});
