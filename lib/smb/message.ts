// Encodes and decodes messages of SMB 2 and 3 (MS-SMB2 2.2): a header of 64 bytes and the body of each command.
import { randomBytes } from "node:crypto";

/** The versions 2.0.2, 2.1, 3.0, 3.0.2 and 3.1.1. */
export const dialects = [0x202, 0x210, 0x300, 0x302, 0x311] as const;
export type Dialect = (typeof dialects)[number];

export const command = {
  negotiate: 0,
  sessionSetup: 1,
  logoff: 2,
  treeConnect: 3,
  treeDisconnect: 4,
  create: 5,
  close: 6,
  queryDirectory: 14,
} as const;
export type Command = (typeof command)[keyof typeof command];

export const headerSize = 64;
const protocol = Buffer.from([0xfe, 0x53, 0x4d, 0x42]);
const signedFlag = 0x8;

export interface Header {
  command: Command;
  id: bigint;
  session: bigint;
  tree: number;
}

export function writeMessage({ command: what, id, session, tree }: Header, body: Buffer): Buffer {
  const head = Buffer.alloc(headerSize);
  protocol.copy(head);
  head.writeUInt16LE(headerSize, 4);
  // The request spends one credit and requests enough to continue.
  head.writeUInt16LE(what === command.negotiate ? 0 : 1, 6);
  head.writeUInt16LE(what, 12);
  head.writeUInt16LE(32, 14);
  head.writeBigUInt64LE(id, 24);
  head.writeUInt32LE(tree, 36);
  head.writeBigUInt64LE(session, 40);
  return Buffer.concat([head, body]);
}

export const isMessage = (bytes: Buffer) => bytes.length >= headerSize && bytes.subarray(0, 4).equals(protocol);

export interface Answer {
  status: number;
  id: bigint;
  session: bigint;
  tree: number;
  isSigned: boolean;
  /** The whole message with its header, because offsets in a response count from the header. */
  bytes: Buffer;
}

export const readAnswer = (bytes: Buffer): Answer => ({
  status: bytes.readUInt32LE(8),
  id: bytes.readBigUInt64LE(24),
  session: bytes.readBigUInt64LE(40),
  tree: bytes.readUInt32LE(36),
  isSigned: (bytes.readUInt32LE(16) & signedFlag) !== 0,
  bytes,
});

/** Sets the signed flag and signs the message. */
export function signMessage(message: Buffer, sign: (message: Buffer) => Buffer): void {
  message.writeUInt32LE(message.readUInt32LE(16) | signedFlag, 16);
  message.fill(0, 48, 64);
  sign(message).copy(message, 48);
}

export function hasGoodSignature(message: Buffer, sign: (message: Buffer) => Buffer): boolean {
  const unsigned = Buffer.from(message);
  unsigned.fill(0, 48, 64);
  return sign(unsigned).equals(message.subarray(48, 64));
}

const wide = (text: string) => Buffer.from(text, "utf16le");

/** Offers these versions, and for the newest version also the hash algorithm and the ciphers. */
export function negotiateRequest(offered: readonly Dialect[]): Buffer {
  const body = Buffer.alloc(36 + offered.length * 2);
  body.writeUInt16LE(36, 0);
  body.writeUInt16LE(offered.length, 2);
  body.writeUInt16LE(1, 4);
  // This flag is the capability for encryption in versions before 3.1.1.
  body.writeUInt32LE(0x40, 8);
  randomBytes(16).copy(body, 12);
  for (const [index, dialect] of offered.entries()) body.writeUInt16LE(dialect, 36 + index * 2);
  if (!offered.includes(0x311)) return body;
  const hashing = Buffer.concat([Buffer.from([1, 0, 32, 0, 1, 0]), randomBytes(32)]);
  const ciphers = Buffer.from([2, 0, 2, 0, 1, 0]);
  const padding = Buffer.alloc(-(headerSize + body.length) & 7);
  body.writeUInt32LE(headerSize + body.length + padding.length, 28);
  body.writeUInt16LE(2, 32);
  return Buffer.concat([body, padding, context(1, hashing), context(2, ciphers)]);
}

function context(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data, Buffer.alloc(type === 2 ? 0 : -data.length & 7)]);
}

export interface Negotiated {
  dialect: Dialect;
  mustSign: boolean;
  /** The cipher that the server chose; versions before 3.1.1 have only one cipher. */
  cipher: 1 | 2;
}

export function readNegotiated({ bytes }: Answer): Negotiated {
  const dialect = bytes.readUInt16LE(68) as Dialect;
  if (!dialects.includes(dialect)) throw new Error("The server does not support SMB 2 or 3");
  return {
    dialect,
    mustSign: (bytes.readUInt16LE(66) & 2) !== 0,
    cipher: dialect === 0x311 ? readCipher(bytes) : 1,
  };
}

function readCipher(bytes: Buffer): 1 | 2 {
  let at = bytes.readUInt32LE(124);
  for (let left = bytes.readUInt16LE(70); left > 0 && at + 12 <= bytes.length; left -= 1) {
    const length = bytes.readUInt16LE(at + 2);
    if (bytes.readUInt16LE(at) === 2) return bytes.readUInt16LE(at + 10) === 2 ? 2 : 1;
    at += (8 + length + 7) & ~7;
  }
  return 1;
}

export function sessionSetupRequest(token: Buffer): Buffer {
  const body = Buffer.alloc(24);
  body.writeUInt16LE(25, 0);
  body.writeUInt8(1, 3);
  body.writeUInt16LE(headerSize + body.length, 12);
  body.writeUInt16LE(token.length, 14);
  return Buffer.concat([body, token]);
}

export const readSessionSetup = ({ bytes }: Answer) => {
  const at = bytes.readUInt16LE(68);
  const flags = bytes.readUInt16LE(66);
  return {
    token: bytes.subarray(at, at + bytes.readUInt16LE(70)),
    /** Guest and anonymous sessions have no key. */
    isGuest: (flags & 3) !== 0,
    mustSeal: (flags & 4) !== 0,
  };
};

export function treeConnectRequest(path: string): Buffer {
  const name = wide(path);
  const body = Buffer.alloc(8);
  body.writeUInt16LE(9, 0);
  body.writeUInt16LE(headerSize + body.length, 4);
  body.writeUInt16LE(name.length, 6);
  return Buffer.concat([body, name]);
}

export const readTreeConnect = ({ bytes }: Answer) => ({ mustSeal: (bytes.readUInt32LE(68) & 0x8000) !== 0 });

/** Opens a folder to list its entries. */
export function createRequest(path: string): Buffer {
  const name = wide(path);
  const body = Buffer.alloc(56);
  body.writeUInt16LE(57, 0);
  body.writeUInt32LE(2, 4);
  // Access rights: list, read attributes, synchronize.
  body.writeUInt32LE(0x100081, 24);
  body.writeUInt32LE(7, 32);
  body.writeUInt32LE(1, 36);
  body.writeUInt32LE(1, 40);
  body.writeUInt16LE(headerSize + body.length, 44);
  body.writeUInt16LE(name.length, 46);
  return Buffer.concat([body, name.length === 0 ? Buffer.alloc(1) : name]);
}

export const readFileId = ({ bytes }: Answer): Buffer => Buffer.from(bytes.subarray(128, 144));

export function queryDirectoryRequest(file: Buffer): Buffer {
  const body = Buffer.alloc(32);
  body.writeUInt16LE(33, 0);
  body.writeUInt8(1, 2);
  file.copy(body, 8);
  body.writeUInt16LE(headerSize + body.length, 24);
  body.writeUInt16LE(2, 26);
  body.writeUInt32LE(65_536, 28);
  return Buffer.concat([body, wide("*")]);
}

export interface SmbEntry {
  name: string;
  isFolder: boolean;
  size: number;
  changedAt: Date;
}

export function readEntries({ bytes }: Answer): SmbEntry[] {
  const entries: SmbEntry[] = [];
  const begin = bytes.readUInt16LE(66);
  const all = bytes.subarray(begin, begin + bytes.readUInt32LE(68));
  for (let at = 0; at + 64 <= all.length;) {
    const next = all.readUInt32LE(at);
    entries.push({
      name: all.toString("utf16le", at + 64, at + 64 + all.readUInt32LE(at + 60)),
      isFolder: (all.readUInt32LE(at + 56) & 0x10) !== 0,
      size: Number(all.readBigUInt64LE(at + 40)),
      // The time is in units of 100 nanoseconds since 1601.
      changedAt: new Date(Number(all.readBigUInt64LE(at + 24) / 10_000n) - 11_644_473_600_000),
    });
    if (next === 0) break;
    at += next;
  }
  return entries;
}

export function closeRequest(file: Buffer): Buffer {
  const body = Buffer.alloc(24);
  body.writeUInt16LE(24, 0);
  file.copy(body, 8);
  return body;
}

/** The body of the requests TREE_DISCONNECT and LOGOFF. */
export const leaveRequest = () => Buffer.from([4, 0, 0, 0]);
