// Reads and decompresses the body of a response up to a size limit, because a few kilobytes can decompress to
// gigabytes.
import { addAbortSignal, type Readable, type Transform } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";

/** Maximum number of encodings. A body with more encodings is treated as an attack. */
const maxCodings = 3;
/**
 * Every decompressor must support a window of 8 MiB (RFC 9659). With a larger window, the sender could use more memory.
 */
const zstdWindow = 23;

const decompressors: Readonly<Record<string, (first: Buffer) => Transform>> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  // Some servers send raw deflate data without the zlib header.
  deflate: (first) => ((first[0] ?? 0) % 16 === 8 ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: zstdWindow } }),
};

export interface BodyOptions {
  /** The header `content-encoding` of the response. */
  encoding: string | undefined;
  maxBytes: number;
  signal: AbortSignal;
  /** Leaves the stream open, because the connection is used again. */
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
    if (codings.length > maxCodings) throw new Error("The response has too many content encodings.");
    if (unknown !== undefined) throw new Error("The response has an unknown content encoding.");
    let body = await collected(raw, maxBytes, keepsOpen);
    // The decoders run one after the other, so that the size limit also applies to intermediate data.
    for (const coding of codings) body = await decompress(body, { coding, maxBytes, signal });
    return body;
  } finally {
    // The rest of the body is discarded, and its errors are ignored.
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
  // A response without a body (to HEAD, or 304) still has the header content-encoding.
  if (body.length === 0) return body;
  const stream = addAbortSignal(signal, decompressors[coding]!(body));
  stream.end(body);
  try {
    return await collect(stream, maxBytes);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TooLong) throw error;
    throw new Error(`The response has the content encoding ${coding}, but its body cannot be decompressed.`, {
      cause: error,
    });
  }
}

class TooLong extends Error {}

/**
 * Collects a stream with listeners, because async iteration costs as much as everything else for a small response. To
 * abort, the caller destroys the source.
 */
function collect(stream: Readable, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const kept: Buffer[] = [];
    let size = 0;
    stream.on("data", (piece: Buffer) => {
      size += piece.length;
      if (size <= maxBytes) kept.push(piece);
      else reject(new TooLong(`The response is longer than ${maxBytes} bytes.`));
    });
    stream.on("end", () => resolve(kept.length === 1 ? kept[0]! : Buffer.concat(kept)));
    stream.on("error", reject);
    // The error is created only when needed, because its stack trace costs as much as the rest of this function.
    stream.on("close", () => (stream.readableEnded ? undefined : reject(cutOff())));
  });
}

const cutOff = () =>
  Object.assign(new Error("The connection closed before the response was complete"), { code: "ECONNRESET" });
