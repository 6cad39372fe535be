// The keys by which services recognise messages about the same subject: alerts, threads and replaceable notifications.
import { createHash } from "node:crypto";
import type { Message } from "./channel.ts";

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/**
 * The problem and its recovery have the same key. Digests and notices have their own keys, so that they do not end a
 * problem.
 */
const nameOf = ({ purpose, isNews, id, subject }: Message) =>
  purpose === "digest" ? `digest/${id}` : isNews ? `news/${id}` : subject;

/** Whether a recovery will follow and end the alert. Digests and notices have no recovery. */
export const canRecover = ({ purpose, isNews }: Message) =>
  purpose === "test" || (purpose === "problem" && isNews !== true);

/** The key of an alert (Opsgenie, PagerDuty, Alertmanager). A key that is too long is replaced by its hash. */
export function alertKey(message: Message, maxLength: number): string {
  const key = `quarterdeck/${nameOf(message)}`;
  return key.length <= maxLength ? key : `quarterdeck/${hashOf(key)}`;
}

/** The key of a thread or of a replaceable notification: hexadecimal digits. */
export const threadKey = (message: Message) => hashOf(nameOf(message)).slice(0, 32);
