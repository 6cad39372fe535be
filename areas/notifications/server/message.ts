// A message that the pipeline builds and a channel delivers.
import type { Json } from "#language/columns.ts";

/** The content of a message, independent of the channel. */
export interface MessageText {
  title: string;
  /** The text of the rule's template. Without a template, the channel renders the parts below. */
  body?: string;
  /** The reason, on one line. */
  summary: string;
  description?: string;
  attributes: readonly { label: string; value: string }[];
  /** The changes just before the event. */
  recentChanges: readonly { type: string; summary?: string; at: string; severity?: string }[];
  /** The other resources of the same group, or the resources of a digest. */
  resources: readonly { name: string; health?: string; url?: string; note?: string }[];
  /** The number of further resources, which are not listed. */
  moreResources?: number;
  actions: readonly { label: string; url: string }[];
}

export interface Message {
  /** Equal for all attempts, so that a channel with idempotency keys delivers the message once. */
  id: string;
  purpose: "problem" | "resolved" | "digest" | "test";
  event: string;
  at: string;
  /** Whether the message is a notice without a recovery, for example about the creation of a config item. */
  isNews?: true;
  health?: "healthy" | "unhealthy" | "warning" | "unknown";
  /** Equal for the problem and its recovery: rule, resource and recipient. */
  subject: string;
  permalink?: string;
  text: MessageText;
  /** Files for channels that can send them, such as mail. */
  attachments?: readonly { filename: string; contentType?: string | undefined; content: Buffer }[];
  /** The reference that the channel returned for the problem, used to edit or reply to that message. */
  previous?: Json;
  /** The parts of the problem that were delivered although others failed; only their targets get the recovery. */
  onlyParts?: readonly string[];
}
