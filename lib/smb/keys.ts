// Derives the signing and encryption keys of a session from its session key (MS-SMB2 3.1.4.1 and 3.1.4.2).
import { createCipheriv, createHash, createHmac } from "node:crypto";
import type { Dialect } from "./message.ts";

export interface SessionKeys {
  sign(message: Buffer): Buffer;
  /** The keys for messages of the client and of the server; undefined before version 3. */
  seal: { ours: Buffer; theirs: Buffer } | undefined;
}

/** `spoken` is the preauthentication hash of the messages so far, which version 3.1.1 binds the keys to. */
export function sessionKeys(dialect: Dialect, sessionKey: Buffer, spoken: Buffer): SessionKeys {
  if (dialect < 0x300)
    return {
      sign: (message) => createHmac("sha256", sessionKey).update(message).digest().subarray(0, 16),
      seal: undefined,
    };
  const derive = (label: string, context: string | Buffer) => deriveKey(sessionKey, label, context);
  const isNewest = dialect === 0x311;
  const signing = isNewest ? derive("SMBSigningKey", spoken) : derive("SMB2AESCMAC", "SmbSign");
  return {
    sign: (message) => aesCmac(signing, message),
    seal: isNewest
      ? { ours: derive("SMBC2SCipherKey", spoken), theirs: derive("SMBS2CCipherKey", spoken) }
      : { ours: derive("SMB2AESCCM", "ServerIn "), theirs: derive("SMB2AESCCM", "ServerOut") },
  };
}

/** Extends the preauthentication hash with this message. */
export const spokenHash = (before: Buffer, message: Buffer): Buffer =>
  createHash("sha512").update(before).update(message).digest();

/** Derives a key with SP 800-108 in counter mode; one round is enough for 128 bits. */
function deriveKey(key: Buffer, label: string, context: string | Buffer): Buffer {
  return createHmac("sha256", key)
    .update(Buffer.from([0, 0, 0, 1]))
    .update(`${label}\0\0`)
    .update(typeof context === "string" ? `${context}\0` : context)
    .update(Buffer.from([0, 0, 0, 128]))
    .digest()
    .subarray(0, 16);
}

/** Computes AES-CMAC (RFC 4493). */
export function aesCmac(key: Buffer, message: Buffer): Buffer {
  const cipher = (bytes: Buffer) => {
    const aes = createCipheriv("aes-128-cbc", key, Buffer.alloc(16)).setAutoPadding(false);
    return Buffer.concat([aes.update(bytes), aes.final()]);
  };
  const subkey = doubled(cipher(Buffer.alloc(16)));
  const isWhole = message.length > 0 && message.length % 16 === 0;
  const padded = isWhole
    ? Buffer.from(message)
    : Buffer.concat([message, Buffer.from([0x80]), Buffer.alloc(15 - (message.length % 16))]);
  const mask = isWhole ? subkey : doubled(subkey);
  const last = padded.length - 16;
  for (let at = 0; at < 16; at += 1) padded[last + at]! ^= mask[at]!;
  return cipher(padded).subarray(-16);
}

/** Doubles a value in GF(2^128). */
function doubled(bytes: Buffer): Buffer {
  const twice = Buffer.alloc(16);
  for (let at = 0; at < 16; at += 1) twice[at] = ((bytes[at]! << 1) & 0xff) | ((bytes[at + 1] ?? 0) >> 7);
  if (bytes[0]! & 0x80) twice[15]! ^= 0x87;
  return twice;
}
