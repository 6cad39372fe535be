// Reads and writes packs, the format in which Git sends objects (gitformat-pack): one compressed object after another,
// many of them as a delta to another object.
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { deflateSync, inflateSync } from "node:zlib";
import { ConnectionFailure } from "../connection/failure.ts";
import { notGit } from "../connection/git-refs.ts";

export interface GitObject {
  type: "commit" | "tree" | "blob" | "tag";
  content: Buffer;
}

export interface Pack {
  object(id: string): GitObject;
}

/** Joins the data packets of a response; NAK, ACK and shallow packets are skipped. */
export function packIn(answer: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at + 4 <= answer.length;) {
    const length = Number.parseInt(answer.toString("latin1", at, at + 4), 16);
    if (Number.isNaN(length)) throw notGit();
    const packet = answer.subarray(at + 4, at + length);
    at += Math.max(4, length);
    if (length <= 4 || /^(?:NAK|ACK |shallow |unshallow )/.test(packet.toString("latin1", 0, 10))) continue;
    if (packet[0] === 1) pieces.push(packet.subarray(1));
    else if (packet[0] !== 2) throw errorIn(packet);
  }
  return Buffer.concat(pieces);
}

function errorIn(packet: Buffer): ConnectionFailure {
  const words = packet
    .subarray(packet[0] === 3 ? 1 : 0)
    .toString("utf8")
    .replace(/^ERR /, "");
  return new ConnectionFailure(`The Git server reports: ${words.trim().slice(0, 300)}`, "Check the URL and the ref.");
}

const kinds = { 1: "commit", 2: "tree", 3: "blob", 4: "tag" } as const;
const [offsetDelta, idDelta] = [6, 7];
const maxObjectBytes = 64 * 1024 * 1024;
/** Maximum total size of the cached objects, which are the bases of deltas. */
const maxCachedBytes = 32 * 1024 * 1024;

interface Entry {
  kind: number;
  /** Offset of the compressed data in the pack. */
  from: number;
  /** The base of a delta: the offset or the id of an object. */
  base?: number | string;
}

export async function readPack(bytes: Buffer): Promise<Pack> {
  if (bytes.toString("latin1", 0, 4) !== "PACK" || bytes.readUInt32BE(4) !== 2) throw notGit();
  const entries = new Map<number, Entry>();
  const ids = new Map<string, number>();
  const kept = new Map<number, GitObject>();
  let keptBytes = 0;

  function at(offset: number, depth = 0): GitObject {
    const known = kept.get(offset);
    if (known) return known;
    const entry = entries.get(offset);
    if (!entry || depth > 4_096) throw broken();
    const { kind, from, base } = entry;
    const { buffer: inflated } = inflatedAt(bytes, from);
    if (base === undefined) return keep(offset, { type: kinds[kind as keyof typeof kinds], content: inflated });
    const place = typeof base === "number" ? base : ids.get(base);
    if (place === undefined) throw broken();
    const { type, content } = at(place, depth + 1);
    return keep(offset, { type, content: applied(inflated, content) });
  }

  function keep(offset: number, object: GitObject): GitObject {
    keptBytes += object.content.length;
    kept.set(offset, object);
    for (const [oldest, { content }] of kept) {
      if (keptBytes <= maxCachedBytes || oldest === offset) break;
      kept.delete(oldest);
      keptBytes -= content.length;
    }
    return object;
  }

  const name = (offset: number) => {
    const { type, content } = at(offset);
    ids.set(idOf({ type, content }), offset);
  };

  const later: number[] = [];
  let offset = 12;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const { entry, end } = entryAt(bytes, offset);
    entries.set(offset, entry);
    if (typeof entry.base === "string") later.push(offset);
    else name(offset);
    offset = end;
    if (left % 200 === 0) await setImmediate();
  }
  // A delta whose base is an id can be resolved once the id is known.
  for (let waiting = later; waiting.length > 0;) {
    const ready = waiting.filter((delta) => ids.has(String(entries.get(delta)!.base)));
    if (ready.length === 0) throw broken();
    for (const delta of ready) name(delta);
    waiting = waiting.filter((delta) => !ready.includes(delta));
  }

  return {
    object(id) {
      const place = ids.get(id);
      if (place === undefined) throw broken();
      return at(place);
    },
  };
}

export const idOf = ({ type, content }: GitObject) =>
  createHash("sha1").update(`${type} ${content.length}\0`).update(content).digest("hex");

const numbers = { commit: 1, tree: 2, blob: 3, tag: 4 } as const;

/** Writes objects as a pack, without deltas. */
export function writePack(objects: readonly GitObject[]): Buffer {
  const head = Buffer.alloc(12);
  head.write("PACK");
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(objects.length, 8);
  const body = Buffer.concat([
    head,
    ...objects.flatMap(({ type, content }) => [entryHead(numbers[type], content.length), deflateSync(content)]),
  ]);
  return Buffer.concat([body, createHash("sha1").update(body).digest()]);
}

/** Three bits of kind, and the size in groups of four and seven bits. */
function entryHead(kind: number, size: number): Buffer {
  const bytes = [(kind << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1]! |= 0x80;
    bytes.push(rest % 128);
  }
  return Buffer.from(bytes);
}

const broken = () => new ConnectionFailure("The response of the Git server is incomplete", "Try again later.");

function entryAt(bytes: Buffer, offset: number): { entry: Entry; end: number } {
  let at = offset;
  let byte = bytes[at++]!;
  const kind = (byte >> 4) & 7;
  while (byte & 0x80) byte = bytes[at++]!;
  let base: number | string | undefined;
  if (kind === offsetDelta) {
    byte = bytes[at++]!;
    let back = byte & 0x7f;
    while (byte & 0x80) {
      byte = bytes[at++]!;
      back = (back + 1) * 128 + (byte & 0x7f);
    }
    base = offset - back;
  } else if (kind === idDelta) {
    base = bytes.toString("hex", at, at + 20);
    at += 20;
  } else if (!(kind in kinds)) throw broken();
  return {
    entry: { kind, from: at, ...(base !== undefined && { base }) },
    end: at + inflatedAt(bytes, at).engine.bytesWritten,
  };
}

/** The length of the compressed data is known only after decompression: it is `bytesWritten`. */
function inflatedAt(bytes: Buffer, from: number): { buffer: Buffer; engine: { bytesWritten: number } } {
  try {
    return inflateSync(bytes.subarray(from), { info: true, maxOutputLength: maxObjectBytes }) as never;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_BUFFER_TOO_LARGE") throw error;
    throw new ConnectionFailure(
      `The repository has a file larger than ${maxObjectBytes / 1024 / 1024} MiB`,
      "Keep large files in another repository.",
    );
  }
}

/** Applies a delta: copies parts of the base and inserts new parts. */
function applied(delta: Buffer, base: Buffer): Buffer {
  let at = 0;
  const number = () => {
    let [value, shift, byte] = [0, 1, 0x80];
    while (byte & 0x80) {
      byte = delta[at++]!;
      value += (byte & 0x7f) * shift;
      shift *= 128;
    }
    return value;
  };
  if (number() !== base.length) throw broken();
  const size = number();
  if (size > maxObjectBytes) throw broken();
  const result = Buffer.alloc(size);
  let end = 0;
  while (at < delta.length) {
    const command = delta[at++]!;
    if (command & 0x80) {
      let [from, length] = [0, 0];
      for (let bit = 0; bit < 4; bit += 1) if (command & (1 << bit)) from += delta[at++]! * 256 ** bit;
      for (let bit = 0; bit < 3; bit += 1) if (command & (0x10 << bit)) length += delta[at++]! * 256 ** bit;
      end += base.copy(result, end, from, from + (length || 0x1_0000));
    } else {
      end += delta.copy(result, end, at, at + command);
      at += command;
    }
  }
  if (end !== size) throw broken();
  return result;
}
