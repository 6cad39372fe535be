// NTLM version 2 (MS-NLMP): the first message, and the response to the server's challenge, which proves the password
// without sending it.
import { createHash, createHmac, randomBytes } from "node:crypto";
import { md4 } from "./md4.ts";

export interface NtlmUser {
  name: string;
  domain: string;
  password: string;
  /** The name of this machine in the records of the server. */
  workstation?: string | undefined;
}

const signature = Buffer.from("NTLMSSP\0", "latin1");

// The flags: Unicode, target, signing, NTLM, always sign, extended session security, target information, version, 128
// and 56 bits.
const flags = (0x1 | 0x4 | 0x10 | 0x200 | 0x8000 | 0x80000 | 0x800000 | 0x2000000 | 0x20000000 | 0x80000000) >>> 0;
// The client version: Windows 10.0, NTLM revision 15. Servers expect a version from a client with these flags.
const version = Buffer.from([10, 0, 0, 0, 0, 0, 0, 15]);

const wide = (text: string) => Buffer.from(text, "utf16le");
const hmacMd5 = (key: Buffer, ...parts: readonly Buffer[]) =>
  createHmac("md5", key).update(Buffer.concat(parts)).digest();

export function negotiateMessage(): Buffer {
  const message = Buffer.alloc(40);
  signature.copy(message);
  message.writeUInt32LE(1, 8);
  message.writeUInt32LE(flags, 12);
  version.copy(message, 32);
  return message;
}

/** Attributes of the server that the response repeats, by number (MS-NLMP 2.2.2.1). */
const pair = { end: 0, flags: 6, timestamp: 7, targetName: 9 } as const;

/** Creates the response to the challenge, and the session key that both client and server can compute from it. */
export function authenticateMessage(
  challenge: Buffer,
  { name, domain, password, workstation }: NtlmUser,
  { service = "cifs", host, first }: { service?: string; host: string; first: Buffer },
): { message: Buffer; sessionKey: Buffer } {
  if (!challenge.subarray(0, 8).equals(signature) || challenge.readUInt32LE(8) !== 2)
    throw new Error("The server did not send an NTLM challenge");
  const serverChallenge = challenge.subarray(24, 32);
  const offset = challenge.readUInt32LE(44);
  const attributes = readPairs(challenge.subarray(offset, offset + challenge.readUInt16LE(40)));
  const serverTime = attributes.get(pair.timestamp);
  const facts = writePairs([
    ...[...attributes].filter(([id]) => id !== pair.flags && id !== pair.targetName),
    // This flag announces that the message contains an integrity check.
    ...(serverTime ? ([[pair.flags, Buffer.from([2, 0, 0, 0])]] as const) : []),
    [pair.targetName, wide(`${service}/${host}`)],
  ]);
  const ownChallenge = randomBytes(8);
  const begin = Buffer.from([1, 1, 0, 0, 0, 0, 0, 0]);
  const proofOf = Buffer.concat([
    begin,
    serverTime ?? fileTime(),
    ownChallenge,
    Buffer.alloc(4),
    facts,
    Buffer.alloc(4),
  ]);
  const owner = hmacMd5(md4(wide(password)), wide(name.toUpperCase() + domain));
  const proof = hmacMd5(owner, serverChallenge, proofOf);
  const sessionKey = hmacMd5(owner, proof);
  const oldProof = serverTime
    ? Buffer.alloc(24)
    : Buffer.concat([hmacMd5(owner, serverChallenge, ownChallenge), ownChallenge]);
  // Each field is described by its length and offset; the sixth, an exchanged session key, is empty.
  const fields = [
    oldProof,
    Buffer.concat([proof, proofOf]),
    wide(domain),
    wide(name),
    wide(workstation || "QUARTERDECK"),
    Buffer.alloc(0),
  ];
  const head = Buffer.alloc(88);
  signature.copy(head);
  head.writeUInt32LE(3, 8);
  let place = head.length;
  for (const [index, field] of fields.entries()) {
    head.writeUInt16LE(field.length, 12 + index * 8);
    head.writeUInt16LE(field.length, 14 + index * 8);
    head.writeUInt32LE(place, 16 + index * 8);
    place += field.length;
  }
  head.writeUInt32LE((challenge.readUInt32LE(20) & flags) >>> 0, 60);
  version.copy(head, 64);
  const message = Buffer.concat([head, ...fields]);
  if (serverTime) hmacMd5(sessionKey, first, challenge, message).copy(message, 72);
  return { message, sessionKey };
}

/** Computes the first client signature of a session (MS-NLMP 3.4.4.2), without key exchange. */
export function firstSignature(sessionKey: Buffer, message: Buffer): Buffer {
  const purpose = "session key to client-to-server signing key magic constant\0";
  const key = createHash("md5").update(sessionKey).update(purpose, "latin1").digest();
  const sequence = Buffer.alloc(4);
  return Buffer.concat([Buffer.from([1, 0, 0, 0]), hmacMd5(key, sequence, message).subarray(0, 8), sequence]);
}

function readPairs(bytes: Buffer): Map<number, Buffer> {
  const pairs = new Map<number, Buffer>();
  for (let at = 0; at + 4 <= bytes.length;) {
    const id = bytes.readUInt16LE(at);
    const length = bytes.readUInt16LE(at + 2);
    if (id === pair.end) break;
    pairs.set(id, bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return pairs;
}

function writePairs(pairs: readonly (readonly [number, Buffer])[]): Buffer {
  const parts = [...pairs, [pair.end, Buffer.alloc(0)] as const].flatMap(([id, value]) => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(id, 0);
    head.writeUInt16LE(value.length, 2);
    return [head, value];
  });
  return Buffer.concat(parts);
}

/** Returns the current time in units of 100 nanoseconds since 1601. */
function fileTime(): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE((BigInt(Date.now()) + 11_644_473_600_000n) * 10_000n);
  return bytes;
}
