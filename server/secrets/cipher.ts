// Derives the keys of the operator, and encrypts one value with AES-256-GCM: nonce, ciphertext and tag in one string,
// bound to additional data.
import { createCipheriv, createDecipheriv, randomBytes, hkdfSync } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
const options = { authTagLength: tagBytes };

export function encrypt(key: Buffer, plain: Buffer, boundTo: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, options).setAAD(Buffer.from(boundTo));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

/** Throws for any string that `encrypt` did not produce with the same key and the same `boundTo`. */
export function decrypt(key: Buffer, text: string, boundTo: string): Buffer {
  const bytes = Buffer.from(text, "base64url");
  // Decoding ignores invalid characters and unused bits, so the re-encoded string is compared.
  if (bytes.toString("base64url") !== text || bytes.length < nonceBytes + tagBytes)
    throw new Error("truncated or modified");
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), options)
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}

/** The operator's key (SECRET_KEY, or the key file). It encrypts only data keys. */
export interface MasterKey {
  /** Identifies the key without revealing it. It is part of every value that the key has encrypted. */
  id: string;
  wrapping: Buffer;
}

export function masterKey(text: string): MasterKey {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", text, "quarterdeck", purpose, 32));
  return { id: derive("fingerprint").toString("base64url").slice(0, 16), wrapping: derive("wrap") };
}
