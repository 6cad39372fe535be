// What a form keeps from one submit to the next, sealed for that form: it opens in no other.
import type { Secrets } from "#server/secrets.ts";
import type { Flow } from "./store.ts";

/** Made when the form has its id. */
export type SealPending = (flowId: string) => string;

const place = (flowId: string) => ({ table: "identity_flows", row: flowId, column: "pending" }) as const;

export const sealPending =
  (secrets: Secrets, text: string): SealPending =>
  (flowId) =>
    secrets.seal(text, place(flowId));

export const openPending = (secrets: Secrets, { id, pending }: Flow): string | undefined =>
  pending === null ? undefined : secrets.open(pending, place(id));

/** For the form that takes the place of this one. */
export function passOnPending(secrets: Secrets, flow: Flow): SealPending | null {
  const text = openPending(secrets, flow);
  return text === undefined ? null : sealPending(secrets, text);
}
