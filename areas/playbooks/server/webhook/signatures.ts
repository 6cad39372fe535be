// Compares secrets, and verifies the signatures of GitHub and Svix.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { Problem, problem } from "#language/problem.ts";
import { headerOf, type Delivery } from "./delivery.ts";

const digest = (value: string | Uint8Array) => createHash("sha256").update(value).digest();

/** Compares digests, which have equal lengths, in constant time. An empty secret never matches. */
export const isSameSecret = (sent: string | Uint8Array, wanted: string | Uint8Array): boolean =>
  timingSafeEqual(digest(sent), digest(wanted)) && wanted.length > 0;

const hmac = (secret: string | Uint8Array, ...parts: readonly (string | Uint8Array)[]) =>
  parts.reduce((mac, part) => mac.update(part), createHmac("sha256", secret)).digest();

/**
 * Verifies `X-Hub-Signature-256` and returns the ids of the delivery: its signature and the sender's delivery id. The
 * delivery id is not signed, so it alone cannot detect a replay.
 */
export function verifyGithub(delivery: Delivery, token: string): string[] {
  const [, sent] = /^sha256=([0-9a-f]{64})$/i.exec(headerOf(delivery, "x-hub-signature-256")?.trim() ?? "") ?? [];
  if (sent === undefined) throw problem.unauthorized("The signature in X-Hub-Signature-256 is missing or malformed.");
  const wanted = hmac(token, delivery.body);
  if (token === "" || !isSameSecret(Buffer.from(sent, "hex"), wanted))
    throw problem.unauthorized("The signature in X-Hub-Signature-256 is wrong.");
  const id = headerOf(delivery, "x-github-delivery")?.trim();
  return [`github-signature:${digest(wanted).toString("hex")}`, ...(id ? [`github:${id}`] : [])];
}

/** Timestamps that differ by more than this from the server clock are refused. */
const maxAgeMs = 5 * 60_000;

export interface SvixOptions {
  secret: string;
  /** A stricter limit for the age of a delivery. */
  toleranceMs?: number | undefined;
  now: number;
}

/** Verifies the headers `svix-id`, `svix-timestamp` and `svix-signature`, or those with the prefix `webhook-`. */
export function verifySvix(delivery: Delivery, { secret, toleranceMs = maxAgeMs, now }: SvixOptions): string {
  const prefix = headerOf(delivery, "svix-id") === undefined ? "webhook" : "svix";
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) =>
    headerOf(delivery, `${prefix}-${name}`)?.trim(),
  );
  if (!id || !timestamp || !signatures)
    throw new Problem("invalid", "The headers svix-id, svix-timestamp and svix-signature are required.");
  if (!/^\d{1,12}$/.test(timestamp)) throw new Problem("invalid", "svix-timestamp must be a time in seconds.");
  const age = Math.abs(now - Number(timestamp) * 1_000);
  if (age > Math.min(toleranceMs, maxAgeMs)) throw problem.unauthorized("The timestamp of the delivery is too old.");
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const wanted = hmac(key, `${id}.${timestamp}.`, delivery.body);
  const matches = signatures
    .split(/\s+/)
    .filter((signature) => signature.startsWith("v1,"))
    .map((signature) => isSameSecret(Buffer.from(signature.slice(3), "base64"), wanted));
  if (key.length === 0 || !matches.includes(true))
    throw problem.unauthorized("The signature of the delivery is wrong.");
  return `svix:${id}`;
}
