// The key of an alert in services that group messages into alerts: Opsgenie, PagerDuty, Alertmanager.
import { createHash } from "node:crypto";
import type { Message } from "./channel.ts";

/**
 * The problem and its recovery have the same key, so that the recovery closes the alert. A digest is an alert of its own.
 * A key that is too long is replaced by its hash.
 */
export function alertKey({ purpose, id, subject }: Message, maxLength: number): string {
  const name = purpose === "digest" ? `digest/${id}` : subject;
  const key = `quarterdeck/${name}`;
  return key.length <= maxLength ? key : `quarterdeck/${createHash("sha256").update(name).digest("hex")}`;
}
