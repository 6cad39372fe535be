// Reads the body of an answer, decompressed, and no more of it than asked for: a few kilobytes can stand for gigabytes.
import { addAbortSignal, type Readable, type Transform } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";

/** A body that was compressed more often than this was made to annoy. */
const mostCodings = 3;
/** 8 MiB of window are what every decompressor must offer (RFC 9659); more would be memory for the asking. */
const zstdWindow = 23;

const decompressors: Readonly<Record<string, (first: Buffer) => Transform>> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  // Some leave out the head that the standard asks for.
  deflate: (first) => ((first[0] ?? 0) % 16 === 8 ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: zstdWindow } }),
};

export interface BodyOptions {
  /** The header `content-encoding`. */
  encoding: string | undefined;
  maxBytes: number;
  signal: AbortSignal;
  /** What it comes from is used further. */
  keepsOpen?: boolean | undefined;
}

export async function readBody(
  raw: Readable,
  { encoding = "", maxBytes, signal, keepsOpen }: BodyOptions,
): Promise<Buffer> {
  if (encoding === "") return collected(raw, maxBytes, keepsOpen);
  const codings = encoding
    .toLowerCase()
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "" && each !== "identity")
    .reverse();
  const unknown = codings.find((each) => !Object.hasOwn(decompressors, each));
  try {
    if (codings.length > mostCodings) throw new Error("The answer is compressed too many times over.");
    if (unknown !== undefined) throw new Error("The answer is compressed in a way that is not known here.");
    let body = await collected(raw, maxBytes, keepsOpen);
    // One after the other: what stands between two of them is held to the same size.
    for (const coding of codings) body = await decompress(body, { coding, maxBytes, signal });
    return body;
  } finally {
    // What is not read is not wanted, and what it says about that is no news.
    if (!raw.readableEnded) raw.on("error", () => {}).destroy();
  }
}

async function collected(raw: Readable, maxBytes: number, keepsOpen = false): Promise<Buffer> {
  try {
    return await collect(raw, maxBytes);
  } finally {
    if (!keepsOpen || !raw.readableEnded) raw.on("error", () => {}).destroy();
  }
}

async function decompress(
  body: Buffer,
  { coding, maxBytes, signal }: { coding: string; maxBytes: number; signal: AbortSignal },
): Promise<Buffer> {
  // Answers without a body still say how it would have been compressed.
  if (body.length === 0) return body;
  const stream = addAbortSignal(signal, decompressors[coding]!(body));
  stream.end(body);
  try {
    return await collect(stream, maxBytes);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TooLong) throw error;
    throw new Error(`The answer says that it is compressed (${coding}), but it cannot be decompressed.`, {
      cause: error,
    });
  }
}

class TooLong extends Error {}

/**
 * By listening: to iterate over a stream costs as much as all the rest of a small answer. Who is told to stop destroys what it
 * comes from.
 */
function collect(stream: Readable, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const kept: Buffer[] = [];
    let size = 0;
    stream.on("data", (piece: Buffer) => {
      size += piece.length;
      if (size <= maxBytes) kept.push(piece);
      else reject(new TooLong(`The answer is longer than ${maxBytes} bytes.`));
    });
    stream.on("end", () => resolve(kept.length === 1 ? kept[0]! : Buffer.concat(kept)));
    stream.on("error", reject);
    // An error that nobody needs costs as much as the rest of this.
    stream.on("close", () => (stream.readableEnded ? undefined : reject(cutOff())));
  });
}

const cutOff = () => Object.assign(new Error("The answer ended before it was whole"), { code: "ECONNRESET" });
