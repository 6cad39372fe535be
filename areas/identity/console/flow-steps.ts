// Exchanges requests with the identity service for every flow except sign-in. Each function returns the next step of
// the screen.
import { ask } from "#console/client/ask.ts";
import { messageOf } from "#console/client/failure.ts";
import { returnPlace } from "#console/client/login.ts";
import type { FlowCalls } from "../contract.ts";
import type { AnyFlow } from "../model.ts";
import { flowOutcome } from "./flow-failure.ts";
import type { FlowValues } from "./flow-values.ts";
import type { FlowUrl } from "./use-address.ts";

export type FlowStep<Flow extends AnyFlow, Answer> =
  /** `notice` is the reason why the form starts again or why the submit failed. */
  | { next: "draw"; flow: Flow; notice?: string | undefined }
  | { next: "answered"; answer: Answer }
  | { next: "signed-in" }
  | { next: "go"; address: string }
  | { next: "fail"; error: unknown };

/** A flow that is restarted more often than this is treated as failed. */
const MAX_RESTARTS = 3;

export interface FlowScreenOf<Flow extends AnyFlow, Answer> {
  calls: FlowCalls<Flow, Answer>;
  /** The path of the screen, to return to after sign-in. */
  path: string;
}

const placeOf = ({ path }: { path: string }, { flow, return_to }: FlowUrl) => {
  const query = new URLSearchParams({ ...(flow && { flow }), ...(return_to && { return_to }) });
  return query.size > 0 ? `${path}?${query.toString()}` : path;
};

/** Fetches the flow whose id is in the URL, or creates one. */
export async function beginFlow<Flow extends AnyFlow, Answer>(
  screen: FlowScreenOf<Flow, Answer>,
  asked: FlowUrl,
  signal: AbortSignal,
): Promise<FlowStep<Flow, Answer>> {
  if (!asked.flow) return createFlow(screen, asked, signal);
  try {
    const flow = await ask(screen.calls.fetch, { query: { id: asked.flow } }, { signal, onUnauthorized: "throw" });
    return { next: "draw", flow };
  } catch (error) {
    const outcome = flowOutcome<Flow>(error, placeOf(screen, asked));
    // Redirects if sign-in is required first; otherwise a new flow may work.
    if (outcome.next === "go") return outcome;
    return createFlow(screen, asked, signal, outcome.next === "restart" ? outcome.message : undefined);
  }
}

export async function submitFlow<Flow extends AnyFlow, Answer>(
  screen: FlowScreenOf<Flow, Answer>,
  flow: Flow,
  { values, asked, signal }: { values: FlowValues; asked: FlowUrl; signal: AbortSignal },
): Promise<FlowStep<Flow, Answer>> {
  try {
    const sent = { query: { flow: flow.id }, body: values };
    const answer = await ask(screen.calls.submit, sent, { signal, onUnauthorized: "throw" });
    return { next: "answered", answer };
  } catch (error) {
    const outcome = flowOutcome<Flow>(error, placeOf(screen, { ...asked, flow: flow.id }));
    if (outcome.next === "restart") return createFlow(screen, asked, signal, outcome.message);
    // The typed values stay, so that the person can submit them again.
    if (outcome.next === "fail") return { next: "draw", flow, notice: messageOf(error) };
    return outcome;
  }
}

async function createFlow<Flow extends AnyFlow, Answer>(
  screen: FlowScreenOf<Flow, Answer>,
  asked: FlowUrl,
  signal: AbortSignal,
  notice?: string,
): Promise<FlowStep<Flow, Answer>> {
  let { return_to } = asked;
  let said = notice;
  for (let restarts = 0; ; restarts += 1) {
    try {
      const query = { ...(return_to && { return_to }), ...(asked.invitation && { invitation: asked.invitation }) };
      const flow = await ask(screen.calls.create, { query }, { signal, onUnauthorized: "throw" });
      return { next: "draw", flow, notice: said };
    } catch (error) {
      const outcome = flowOutcome<Flow>(error, placeOf(screen, { ...asked, flow: "" }));
      if (outcome.next !== "restart") return outcome;
      if (restarts >= MAX_RESTARTS) return { next: "fail", error };
      if (outcome.withoutReturnTo) return_to = "";
      said = outcome.message ?? said;
    }
  }
}

/** The address after a finished flow: its return_to, or the start page. */
export const placeAfter = ({ return_to }: { return_to?: string | undefined }) => returnPlace(return_to);
