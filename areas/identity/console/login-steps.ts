// Exchanges requests with the identity service for the sign-in screen. Each function returns the next step of the
// screen.
import { ask } from "#console/client/ask.ts";
import { messageOf } from "#console/client/failure.ts";
import { returnPlace } from "#console/client/login.ts";
import { createLoginFlow, loginFlow, submitLogin } from "../contract.ts";
import type { LoginFlow, RedirectBrowserTo } from "../model.ts";
import { flowOutcome, placeElsewhere } from "./flow-failure.ts";
import type { FlowValues } from "./flow-values.ts";
import type { LoginUrl } from "./use-address.ts";

export type LoginStep =
  /** `notice` is the reason why the form starts again or why the submit failed. */
  | { next: "draw"; flow: LoginFlow; notice?: string | undefined }
  /** `elsewhere` is the address to return to on another site of the operator. */
  | { next: "signed-in"; elsewhere?: string | undefined }
  | { next: "go"; address: string }
  | { next: "fail"; error: unknown };

/** A flow that is restarted more often than this is treated as failed. */
const MAX_RESTARTS = 3;

/** Fetches the flow whose id is in the URL, or creates one. */
export async function beginLogin(asked: LoginUrl, signal: AbortSignal): Promise<LoginStep> {
  if (!asked.flow) return createLogin(asked, signal);
  try {
    const flow = await ask(loginFlow, { query: { id: asked.flow } }, { signal, onUnauthorized: "throw" });
    return { next: "draw", flow };
  } catch (error) {
    // After any failure a new flow may work. The form shows the reason only if the person can act on it.
    const outcome = flowOutcome(error, returnPlace(asked.return_to));
    return createLogin(asked, signal, outcome.next === "restart" ? outcome.message : undefined);
  }
}

export async function submitLoginForm(
  flow: LoginFlow,
  values: FlowValues,
  asked: LoginUrl,
  signal: AbortSignal,
): Promise<LoginStep> {
  try {
    const sent = { query: { flow: flow.id }, body: values };
    const { continue_with = [] } = await ask(submitLogin, sent, { signal, onUnauthorized: "throw" });
    const led = continue_with.find(({ action }) => action === "redirect_browser_to") as RedirectBrowserTo | undefined;
    return { next: "signed-in", elsewhere: placeElsewhere(led?.redirect_browser_to) };
  } catch (error) {
    const outcome = flowOutcome(error, returnPlace(asked.return_to));
    if (outcome.next === "restart") return createLogin(asked, signal, outcome.message);
    // The typed values stay, so that the person can submit them again.
    if (outcome.next === "fail") return { next: "draw", flow, notice: messageOf(error) };
    return outcome;
  }
}

async function createLogin(asked: LoginUrl, signal: AbortSignal, notice?: string): Promise<LoginStep> {
  let { return_to } = asked;
  let said = notice;
  for (let restarts = 0; ; restarts += 1) {
    try {
      const query = {
        ...(asked.refresh === "true" && { refresh: "true" as const }),
        ...(asked.aal && { aal: asked.aal }),
        ...(return_to && { return_to }),
      };
      const flow = await ask(createLoginFlow, { query }, { signal, onUnauthorized: "throw" });
      return { next: "draw", flow, notice: said };
    } catch (error) {
      const outcome = flowOutcome(error, returnPlace(return_to));
      if (outcome.next !== "restart") return outcome;
      if (restarts >= MAX_RESTARTS) return { next: "fail", error };
      if (outcome.withoutReturnTo) return_to = "";
      said = outcome.message ?? said;
    }
  }
}
