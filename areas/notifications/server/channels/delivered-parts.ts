// Some messages need several requests: one per chat, or an edit and a reply. If one of them fails, the next attempt
// skips the requests that succeeded, even in another process: their results are stored with the message.
import type { Json } from "#language/columns.ts";
import type { Message } from "./channel.ts";

interface Part {
  result: Promise<unknown>;
  /** Set when the part is delivered. */
  value?: Json;
}

const maxMessages = 1_000;
const kept = new Map<string, Map<string, Part>>();

function partsOf(id: string): Map<string, Part> {
  const parts = kept.get(id) ?? new Map<string, Part>();
  kept.delete(id);
  kept.set(id, parts);
  if (kept.size > maxMessages) kept.delete(kept.keys().next().value!);
  return parts;
}

/** Does the work once per message and part. The next attempt retries a failed part. */
export function oncePerPart<Result>({ id }: Message, part: string, work: () => Promise<Result>): Promise<Result> {
  const parts = partsOf(id);
  const known = parts.get(part);
  if (known) return known.result as Promise<Result>;
  const own: Part = { result: work() };
  parts.set(part, own);
  own.result.then(
    (value) => void (own.value = (value ?? null) as Json),
    () => parts.delete(part),
  );
  return own.result as Promise<Result>;
}

/** The parts that are delivered, with their results. */
export const deliveredPartsOf = ({ id }: Pick<Message, "id">): Record<string, Json> =>
  Object.fromEntries(
    [...(kept.get(id) ?? [])].flatMap(([part, { value }]) => (value === undefined ? [] : [[part, value]])),
  );

/** Loads the parts that another process delivered. */
export function restoreParts({ id }: Pick<Message, "id">, delivered: Readonly<Record<string, Json>>): void {
  for (const [part, value] of Object.entries(delivered))
    if (!kept.get(id)?.has(part)) partsOf(id).set(part, { result: Promise.resolve(value), value });
}

/** Returns the parts that no attempt has delivered. */
export const openParts = ({ id }: Message, parts: readonly string[]) =>
  parts.filter((part) => !kept.get(id)?.has(part));

/**
 * Returns the targets that get the message; a recovery is sent only to targets that received the problem message.
 * `partOf` returns the name of the first part for a target.
 */
export const reachedTargets = (
  { onlyParts }: Message,
  targets: readonly string[],
  partOf: (target: string) => string = (target) => target,
): readonly string[] =>
  onlyParts === undefined ? targets : targets.filter((target) => onlyParts.includes(partOf(target)));

/** Records parts that one request delivered together. */
export function markDelivered(message: Message, parts: readonly string[]): void {
  for (const part of parts) void oncePerPart(message, part, () => Promise.resolve());
}

/** Called when all parts are delivered. */
export const forgetParts = ({ id }: Message) => kept.delete(id);
