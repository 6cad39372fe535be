// The login form, drawn from its row: one node for the browser, then whatever each method adds.
import type { FlowUi } from "#language/columns.ts";
import type { LoginFlow, UiNode } from "../../model.ts";
import { signInMethods } from "../methods/index.ts";
import { messages } from "./messages.ts";
import { input } from "./nodes.ts";
import type { Flow } from "./store.ts";

export interface Drawing {
  /** Where the form is sent. */
  action: string;
  /** Empty for an api flow, which has no browser to protect. */
  csrfToken: string;
}

export function drawLogin(flow: Flow, { action, csrfToken }: Drawing): LoginFlow {
  const methods = signInMethods.filter(({ aal }) => aal === flow.requested_aal);
  const said = [...standing(flow, methods.length), ...(flow.ui.messages ?? [])];
  return {
    id: flow.id,
    type: flow.type,
    state: flow.state,
    ui: {
      action,
      method: "POST",
      nodes: [
        input("default", { name: "csrf_token", type: "hidden", value: csrfToken, required: true }),
        ...methods.flatMap((method) => method.nodes(flow)).map((node) => withAttempt(node, flow.ui)),
      ],
      ...(said.length > 0 && { messages: said }),
    },
    refresh: flow.refresh,
    requested_aal: flow.requested_aal,
    ...(flow.active !== null && { active: flow.active }),
    ...(flow.return_to !== null && { return_to: flow.return_to }),
    request_url: flow.request_url,
    issued_at: flow.issued_at,
    expires_at: flow.expires_at,
    created_at: flow.issued_at,
    updated_at: flow.updated_at,
  };
}

function standing({ refresh, requested_aal }: Flow, methods: number) {
  if (requested_aal === "aal2") return methods === 0 ? [messages.noSecondFactor] : [messages.secondFactor];
  return refresh ? [messages.confirmAction] : [];
}

/** What the last attempt left at this field. */
function withAttempt(node: UiNode, { fields }: FlowUi): UiNode {
  if (node.attributes.node_type !== "input") return node;
  const left = fields?.[node.attributes.name];
  if (!left) return node;
  return {
    ...node,
    attributes: left.value === undefined ? node.attributes : { ...node.attributes, value: left.value },
    messages: left.messages ?? [],
  };
}
