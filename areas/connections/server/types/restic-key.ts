// Checks whether a password opens a restic repository, as described in the design document of restic. A key file
// contains the master key, encrypted with AES-256-CTR and signed with Poly1305-AES; scrypt derives both keys from the
// password.
import { createCipheriv, createDecipheriv, scrypt, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { ConnectionFailure } from "../connection/failure.ts";

export const keyFile = z.object({
  hostname: z.string().optional(),
  username: z.string().optional(),
  kdf: z.literal("scrypt"),
  N: z.int(),
  r: z.int(),
  p: z.int(),
  salt: z.base64(),
  data: z.base64(),
});

export interface Keys {
  encrypt: Buffer;
  mac: { k: Buffer; r: Buffer };
}

const masterKey = z.object({
  mac: z.object({ k: z.base64(), r: z.base64() }),
  encrypt: z.base64(),
});

/** Returns the master key; undefined if the password does not decrypt this key file. */
export async function openKey(file: z.output<typeof keyFile>, password: string): Promise<Keys | undefined> {
  const bytes = await derived(file, password);
  const user = { encrypt: bytes.subarray(0, 32), mac: { k: bytes.subarray(32, 48), r: bytes.subarray(48, 64) } };
  const opened = decrypted(user, Buffer.from(file.data, "base64"));
  if (!opened) return undefined;
  const { mac, encrypt } = masterKey.parse(JSON.parse(opened.toString("utf8")));
  const decode = (text: string) => Buffer.from(text, "base64");
  return { encrypt: decode(encrypt), mac: { k: decode(mac.k), r: decode(mac.r) } };
}

const maxMemory = 256 * 1024 * 1024;

function derived({ N, r, p, salt }: z.output<typeof keyFile>, password: string): Promise<Buffer> {
  const memory = 128 * N * r;
  // The parameters come from the repository and are not trusted.
  if (N < 2 || r < 1 || p < 1 || memory > maxMemory || p > 32)
    throw new ConnectionFailure("Decrypting the repository key would take more memory or time than allowed");
  return new Promise((resolve, reject) => {
    scrypt(password, Buffer.from(salt, "base64"), 64, { N, r, p, maxmem: memory + 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** Decrypts `IV ‖ ciphertext ‖ MAC`. Returns undefined if it was not encrypted with these keys. */
export function decrypted({ encrypt, mac }: Keys, sealed: Buffer): Buffer | undefined {
  if (sealed.length < 32) return undefined;
  const iv = sealed.subarray(0, 16);
  const text = sealed.subarray(16, -16);
  if (!timingSafeEqual(poly1305Aes(mac, iv, text), sealed.subarray(-16))) return undefined;
  const decipher = createDecipheriv("aes-256-ctr", encrypt, iv);
  return Buffer.concat([decipher.update(text), decipher.final()]);
}

const prime = (1n << 130n) - 5n;

export function poly1305Aes({ k, r }: Keys["mac"], nonce: Buffer, message: Buffer): Buffer {
  const cipher = createCipheriv("aes-128-ecb", k, null).setAutoPadding(false);
  const pad = number(cipher.update(nonce));
  const factor = number(r) & 0x0ffffffc0ffffffc0ffffffc0fffffffn;
  let sum = 0n;
  for (let at = 0; at < message.length; at += 16) {
    const block = message.subarray(at, at + 16);
    sum = ((sum + number(block) + (1n << BigInt(8 * block.length))) * factor) % prime;
  }
  const tag = (sum + pad) & ((1n << 128n) - 1n);
  return Buffer.from(tag.toString(16).padStart(32, "0"), "hex").reverse();
}

/** Reads a little-endian number. */
const number = (bytes: Buffer) => BigInt(`0x${Buffer.from(bytes).reverse().toString("hex") || "0"}`);
