// A request to the webhook of a playbook.
import { Problem } from "#language/problem.ts";

/** The maximum body size in bytes. */
export const maxDeliveryBytes = 1024 * 1024;

export interface Delivery {
  /** By lower-case name. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The raw bytes as received, because signatures cover them. */
  body: Uint8Array;
}

export function headerOf({ headers }: Delivery, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(",") : value;
}

export function refuseLarge({ body }: Delivery): void {
  if (body.length > maxDeliveryBytes) throw new Problem("too_large", "The body of a webhook can have at most 1 MB.");
}
