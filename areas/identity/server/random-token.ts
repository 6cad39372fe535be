// Opaque tokens: 256 random bits with a prefix that people and secret scanners recognise. Only their digest is stored.
import { hash, randomBytes, timingSafeEqual } from "node:crypto";

export const randomToken = (prefix: string) => prefix + randomBytes(32).toString("base64url");

/**
 * SHA-256 without a key or a salt is enough for 256 random bits, which cannot be guessed from a digest. The digest is a
 * string, because the actor cache looks it up on every request.
 */
export const digestText = (token: string) => hash("sha256", token, "base64url");

export const digestBytes = (digest: string) => Buffer.from(digest, "base64url");

export const digestOf = (token: string): Buffer => hash("sha256", token, "buffer");

/** Constant-time comparison. */
export const isSame = (a: Uint8Array, b: Uint8Array) => a.length === b.length && timingSafeEqual(a, b);
