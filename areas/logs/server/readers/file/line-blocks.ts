// Reads files in blocks of whole lines, from the beginning or from the end.
import type { FileHandle } from "node:fs/promises";

export interface LineBlock {
  /** The position of the first byte in the file. */
  offset: number;
  /** Whole lines. Only the last line of the file may lack a line break. */
  bytes: Buffer;
}

/** Block size in bytes: small enough that testing a whole block does not delay other requests. */
const blockBytes = 256 * 1024;
/** A longer line is read in chunks. */
const maxLineBytes = 16 * 1024 * 1024;

const newline = 10;

export interface Region {
  /** The start of a line. */
  from: number;
  /** The start of a line, or the end of the file. */
  to: number;
}

export async function readAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(Math.max(0, length));
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, from + filled);
    // The file has become shorter.
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/** Yields the last block first; the lines within a block are in the order of the file. */
export async function* blocksBackward(file: FileHandle, { from, to }: Region): AsyncGenerator<LineBlock> {
  let end = to;
  let size = blockBytes;
  while (end > from) {
    const start = Math.max(from, end - size);
    const bytes = await readAt(file, start, end - start);
    if (bytes.length === 0) return;
    const first = start === from ? 0 : bytes.indexOf(newline) + 1;
    // The block is part of a single line.
    const isPart = start > from && (first === 0 || first >= bytes.length);
    if (isPart && size < maxLineBytes) {
      size *= 4;
      continue;
    }
    const skipped = isPart ? 0 : first;
    yield { offset: start + skipped, bytes: bytes.subarray(skipped) };
    end = start + skipped;
    size = blockBytes;
  }
}

export async function* blocksForward(file: FileHandle, { from, to }: Region): AsyncGenerator<LineBlock> {
  let start = from;
  let size = blockBytes;
  while (start < to) {
    const bytes = await readAt(file, start, Math.min(size, to - start));
    if (bytes.length === 0) return;
    const isLast = start + bytes.length >= to;
    const end = isLast ? bytes.length : bytes.lastIndexOf(newline) + 1;
    if (end === 0 && size < maxLineBytes) {
      size *= 4;
      continue;
    }
    const block = bytes.subarray(0, end === 0 ? bytes.length : end);
    yield { offset: start, bytes: block };
    start += block.length;
    size = blockBytes;
  }
}

/** Yields the blocks of a stream, such as a file that is decompressed. */
export async function* blocksOfStream(stream: AsyncIterable<Buffer>): AsyncGenerator<LineBlock> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let offset = 0;
  const take = () => {
    const bytes = held.length === 1 ? held[0]! : Buffer.concat(held);
    const block = { offset, bytes };
    offset += bytes.length;
    [held, heldBytes] = [[], 0];
    return block;
  };
  for await (const piece of stream) {
    const end = piece.lastIndexOf(newline) + 1;
    if (end === 0) {
      held.push(piece);
      if ((heldBytes += piece.length) > maxLineBytes) yield take();
      continue;
    }
    held.push(piece.subarray(0, end));
    yield take();
    if (end < piece.length) {
      held.push(piece.subarray(end));
      heldBytes = piece.length - end;
    }
  }
  if (held.length > 0) yield take();
}

export interface BlockLine {
  offset: number;
  text: string;
}

/** Returns the lines of a block, without line breaks. `text` is the decoded block, if the caller already has it. */
export function linesOf({ offset, bytes }: LineBlock, text?: string): BlockLine[] {
  // Without multi-byte characters, positions in the text equal positions in the file.
  if (text?.length === bytes.length) return partsOf(text, offset);
  const lines: BlockLine[] = [];
  for (let from = 0; from < bytes.length;) {
    const found = bytes.indexOf(newline, from);
    const end = found < 0 ? bytes.length : found;
    lines.push({ offset: offset + from, text: bytes.toString("utf8", from, end) });
    from = end + 1;
  }
  return lines;
}

function partsOf(text: string, offset: number): BlockLine[] {
  const lines: BlockLine[] = [];
  for (let from = 0; from < text.length;) {
    const found = text.indexOf("\n", from);
    const end = found < 0 ? text.length : found;
    lines.push({ offset: offset + from, text: text.slice(from, end) });
    from = end + 1;
  }
  return lines;
}
