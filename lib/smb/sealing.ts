// Encrypted messages (MS-SMB2 2.2.41): the whole message behind a transform header.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** The cipher that the server chose: AES-128 in one of two modes. */
export type Cipher = 1 | 2;

const headerSize = 52;
const protocol = Buffer.from([0xfd, 0x53, 0x4d, 0x42]);

const modes = {
  1: { name: "aes-128-ccm", nonce: 11 },
  2: { name: "aes-128-gcm", nonce: 12 },
} as const;

export const isSealed = (message: Buffer) => message.length > headerSize && message.subarray(0, 4).equals(protocol);

export function sealMessage(
  message: Buffer,
  { cipher, key, session }: { cipher: Cipher; key: Buffer; session: bigint },
) {
  const { name, nonce } = modes[cipher];
  const header = Buffer.alloc(headerSize);
  protocol.copy(header);
  randomBytes(nonce).copy(header, 20);
  header.writeUInt32LE(message.length, 36);
  header.writeUInt16LE(1, 42);
  header.writeBigUInt64LE(session, 44);
  const aes = createCipheriv(name as "aes-128-ccm", key, header.subarray(20, 20 + nonce), { authTagLength: 16 });
  aes.setAAD(header.subarray(20), { plaintextLength: message.length });
  const sealed = Buffer.concat([aes.update(message), aes.final()]);
  aes.getAuthTag().copy(header, 4);
  return Buffer.concat([header, sealed]);
}

/** Throws if the authentication tag does not match. */
export function openMessage(sealed: Buffer, { cipher, key }: { cipher: Cipher; key: Buffer }): Buffer {
  const { name, nonce } = modes[cipher];
  const body = sealed.subarray(headerSize);
  const aes = createDecipheriv(name as "aes-128-ccm", key, sealed.subarray(20, 20 + nonce), { authTagLength: 16 });
  aes.setAuthTag(sealed.subarray(4, 20));
  aes.setAAD(sealed.subarray(20, headerSize), { plaintextLength: body.length });
  return Buffer.concat([aes.update(body), aes.final()]);
}
