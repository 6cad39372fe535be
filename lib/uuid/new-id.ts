// Creates a row's key (UUID v7, like new_id() in SQL) where it must be known before the row is written.
import { randomBytes } from "node:crypto";

export function newId(now = Date.now()): string {
  return format(now, randomBytes(10));
}

/** The twelve bits after the time are a counter. */
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
    const bytes = randomBytes(10);
    bytes.writeUInt16BE(count, 0);
    return format(last, bytes);
  };
}

function format(time: number, random: Buffer): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(time, 0, 6);
  random.copy(bytes, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
