// The key of an alert in services that group messages into alerts: Opsgenie, PagerDuty, Alertmanager.
import { createHash } from "node:crypto";
import type { Message } from "./channel.ts";

/**
 * The problem and its recovery have the same key, so that the recovery closes the alert. Digests and tests are alerts of
 * their own. A longer subject is replaced by its hash.
 */
export function alertKey({ purpose, id, subject }: Message, maxLength: number): string {
  const isAboutSubject = purpose === "problem" || purpose === "resolved";
  const name = isAboutSubject ? subject : `${purpose}/${id}`;
  const key = `quarterdeck/${name}`;
  return key.length <= maxLength ? key : `quarterdeck/${createHash("sha256").update(name).digest("hex")}`;
}
