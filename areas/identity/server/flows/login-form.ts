// Builds the login form from its row: the node with the CSRF token, then the nodes of each method.
import type { LoginFlow, UiNode } from "../../model.ts";
import type { Held } from "../credentials.ts";
import { signInMethods } from "../methods/index.ts";
import type { LoginContext } from "../methods/method.ts";
import { drawUi, timesOf, type Drawing } from "./drawing.ts";
import { messages } from "./messages.ts";
import type { Flow } from "./store.ts";

/** `held` and `email` belong to the person in a second step. `elsewhere` contains the buttons of other providers. */
export function drawLogin(
  flow: Flow,
  drawing: Drawing,
  {
    held,
    email,
    elsewhere,
    ...context
  }: LoginContext & { held: Held; email: string | undefined; elsewhere: readonly UiNode[] },
): LoginFlow {
  const methods = methodsFor(flow, held);
  return {
    id: flow.id,
    type: flow.type,
    state: flow.state,
    ui: drawUi(
      flow,
      drawing,
      [...methods.flatMap((method) => method.nodes(flow, context)), ...elsewhere],
      standing(flow, methods.length, email),
    ),
    refresh: flow.refresh,
    requested_aal: flow.requested_aal,
    ...(flow.active !== null && { active: flow.active }),
    ...(flow.return_to !== null && { return_to: flow.return_to }),
    ...timesOf(flow),
  };
}

/** A second step offers only methods that the person has set up; the first step must not reveal them. */
export const methodsFor = ({ requested_aal }: Flow, held: Held) =>
  signInMethods.filter(
    ({ steps, method }) => steps.includes(requested_aal) && (requested_aal === "aal1" || held.has(method)),
  );

function standing({ refresh, requested_aal }: Flow, methods: number, email: string | undefined) {
  if (requested_aal === "aal2") return methods === 0 ? [messages.noSecondFactor] : [messages.secondFactor(email)];
  return refresh ? [messages.confirmAction] : [];
}
