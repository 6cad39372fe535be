// The forms of recovery and verification: first for the email address, then for the code that was sent to it.
import type { FlowMessage } from "#language/columns.ts";
import type { CodeFlow, UiNode } from "../../model.ts";
import { drawUi, timesOf, type Drawing } from "./drawing.ts";
import { labels } from "./messages.ts";
import { input } from "./nodes.ts";
import type { Flow } from "./store.ts";

export const drawCodeFlow = (flow: Flow, drawing: Drawing): CodeFlow => ({
  id: flow.id,
  type: flow.type,
  state: flow.state,
  ui: drawUi(flow, drawing, nodesOf(flow)),
  ...(flow.active !== null && { active: flow.active }),
  ...(flow.return_to !== null && { return_to: flow.return_to }),
  ...timesOf(flow),
});

const go = (label: FlowMessage) => input("code", { name: "method", type: "submit", value: "code" }, label);

function nodesOf({ state, kind, ui }: Flow): UiNode[] {
  const email = ui.fields?.["email"]?.value ?? "";
  switch (state) {
    case "choose_method":
      return [
        input(
          "code",
          { name: "email", type: "email", value: "", required: true, autocomplete: "email" },
          labels.yourEmail,
        ),
        go(kind === "recovery" ? labels.sendRecovery : labels.continue),
      ];
    case "sent_email":
      return [
        input(
          "code",
          { name: "code", type: "text", value: "", required: true, autocomplete: "one-time-code", maxlength: 6 },
          kind === "recovery" ? labels.sentRecoveryCode : labels.sentVerificationCode,
        ),
        go(labels.continue),
        input("code", { name: "email", type: "submit", value: email }, labels.sendAgain),
      ];
    case "passed_challenge":
      return [];
  }
}
