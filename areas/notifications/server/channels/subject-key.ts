// The keys by which services recognise messages about the same subject: alerts, threads and replaceable notifications.
import { createHash } from "node:crypto";
import type { Message } from "./channel.ts";

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** Equal for the problem and its recovery. A digest and news have their own keys, so that neither ends a problem. */
const nameOf = ({ purpose, isNews, id, subject }: Message) =>
  purpose === "digest" ? `digest/${id}` : isNews ? `news/${id}` : subject;

/** Whether a recovery will follow and end the alert. No recovery follows a digest or news. */
export const canRecover = ({ purpose, isNews }: Message) =>
  purpose === "test" || (purpose === "problem" && isNews !== true);

/** The key of an alert (Opsgenie, PagerDuty, Alertmanager). A key that is too long is replaced by its hash. */
export function alertKey(message: Message, maxLength: number): string {
  const key = `quarterdeck/${nameOf(message)}`;
  return key.length <= maxLength ? key : `quarterdeck/${hashOf(key)}`;
}

/** The key of a thread or of a replaceable notification: hexadecimal digits. */
export const threadKey = (message: Message) => hashOf(nameOf(message)).slice(0, 32);
