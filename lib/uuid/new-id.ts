// Creates a row's key (UUID v7, like new_id() in SQL) where it must be known before the row is written.
import { randomUUID } from "node:crypto";

export function newId(now = Date.now()): string {
  return `${timeOf(now)}-7${randomUUID().slice(randomPart)}`;
}

/** A random UUID has twelve random bits after its version, and the variant and random bits after them. */
const randomPart = "00000000-0000-4".length;
const variantPart = "00000000-0000-4000".length;

/** The twelve bits after the version are a counter. */
const maxCount = 0xfff;

/** Returns a function whose ids increase with every call. */
export function createIncreasingIds(clock: () => number = Date.now): () => string {
  let last = 0;
  let count = 0;
  return () => {
    const now = clock();
    if (now > last) [last, count] = [now, 0];
    else if (count < maxCount) count += 1;
    else [last, count] = [last + 1, 0];
    return `${timeOf(last)}-7${count.toString(16).padStart(3, "0")}${randomUUID().slice(variantPart)}`;
  };
}

function timeOf(time: number): string {
  const digits = time.toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}
