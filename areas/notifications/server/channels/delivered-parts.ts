// Some messages are several requests: one per chat, or an edit and an answer. If one of them fails, the next attempt skips
// requests that succeeded. The record is in memory, so after a restart they are sent again.
import type { Message } from "./channel.ts";

const maxMessages = 1_000;
const kept = new Map<string, Map<string, Promise<unknown>>>();

/** Does the work once per message and part. A failed part is repeated by the next attempt. */
export function oncePerPart<Result>({ id }: Message, part: string, work: () => Promise<Result>): Promise<Result> {
  const parts = kept.get(id) ?? new Map<string, Promise<unknown>>();
  const known = parts.get(part);
  if (known) return known as Promise<Result>;
  const result = work();
  kept.delete(id);
  kept.set(id, parts.set(part, result));
  result.catch(() => parts.delete(part));
  if (kept.size > maxMessages) kept.delete(kept.keys().next().value!);
  return result;
}

/** Returns the parts that no attempt has delivered. */
export const openParts = ({ id }: Message, parts: readonly string[]) =>
  parts.filter((part) => !kept.get(id)?.has(part));

/** Records parts that one request delivered together. */
export function markDelivered(message: Message, parts: readonly string[]): void {
  for (const part of parts) void oncePerPart(message, part, () => Promise.resolve());
}

/** Called when all parts are delivered. */
export const forgetParts = ({ id }: Message) => kept.delete(id);
