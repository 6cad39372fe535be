// Compares secrets in constant time.
import { createHash, timingSafeEqual } from "node:crypto";

const digest = (value: string | Uint8Array) => createHash("sha256").update(value).digest();

/** Compares digests, which have the same length. An empty secret never matches. */
export const isSameSecret = (sent: string | Uint8Array, wanted: string | Uint8Array): boolean =>
  timingSafeEqual(digest(sent), digest(wanted)) && wanted.length > 0;
