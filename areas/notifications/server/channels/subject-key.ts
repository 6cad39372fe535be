// The keys by which services recognise messages about the same subject: alerts, threads and replaceable notifications.
import { createHash } from "node:crypto";
import type { Message } from "./channel.ts";

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** Equal for the problem and its recovery. A digest has a key of its own, because it covers many subjects. */
const nameOf = ({ purpose, id, subject }: Message) => (purpose === "digest" ? `digest/${id}` : subject);

/** The key of an alert (Opsgenie, PagerDuty, Alertmanager). A key that is too long is replaced by its hash. */
export function alertKey(message: Message, maxLength: number): string {
  const key = `quarterdeck/${nameOf(message)}`;
  return key.length <= maxLength ? key : `quarterdeck/${hashOf(key)}`;
}

/** The key of a thread or of a replaceable notification: hexadecimal digits. */
export const threadKey = (message: Message) => hashOf(nameOf(message)).slice(0, 32);
