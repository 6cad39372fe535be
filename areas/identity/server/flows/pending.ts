// Data that a form keeps between submits, encrypted for that form only.
import type { Row } from "#server/db/tables.ts";
import type { Secrets } from "#server/secrets.ts";

type PendingRow = Pick<Row<"identity_flows">, "id" | "pending">;

/** Called once the id of the form is known. */
export type SealPending = (flowId: string) => string;

const place = (flowId: string) => ({ table: "identity_flows", row: flowId, column: "pending" }) as const;

export const sealPending =
  (secrets: Secrets, text: string): SealPending =>
  (flowId) =>
    secrets.seal(text, place(flowId));

export const openPending = (secrets: Secrets, { id, pending }: PendingRow): string | undefined =>
  pending === null ? undefined : secrets.open(pending, place(id));

/** Encrypts the same data for the form that replaces this form. */
export function passOnPending(secrets: Secrets, flow: PendingRow): SealPending | null {
  const text = openPending(secrets, flow);
  return text === undefined ? null : sealPending(secrets, text);
}
