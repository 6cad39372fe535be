// A JSON list of thousands of rows, compressed in parts: when a row changes, only its part is compressed again. A part
// is a sequence of deflate blocks that refers to nothing before it and ends at a byte boundary (RFC 1951), so
// concatenated parts are one stream, which the gzip header and trailer complete (RFC 1952).
import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";

export interface CompressedList {
  set(id: string, json: string): void;
  delete(id: string): void;
  /** Returns the current rows, enclosed by these two strings; later changes do not affect the result. */
  print(before: string, after: string): Printed;
}

export interface Printed {
  plain(): Buffer;
  gzip(): Promise<Buffer>;
}

interface Part {
  rows: Map<string, string>;
  text?: Buffer | undefined;
  compressed?: Promise<Buffer> | undefined;
}

/** A part has about a hundred kilobytes: it is compressed in a millisecond, and nearly as well as one large part. */
const rowsInPart = 128;

const compress = promisify(deflateRaw);
const compression = { level: 1, finishFlush: constants.Z_SYNC_FLUSH };

export function createCompressedList(): CompressedList {
  const parts: Part[] = [];
  const home = new Map<string, Part>();
  const open = new Set<Part>();

  function partFor(id: string): Part {
    const known = home.get(id);
    if (known) return known;
    let [part] = open;
    if (!part) {
      parts.push((part = { rows: new Map() }));
      open.add(part);
    }
    home.set(id, part);
    if (part.rows.size + 1 >= rowsInPart) open.delete(part);
    return part;
  }

  const touch = (part: Part) => {
    part.text = undefined;
    part.compressed = undefined;
  };

  return {
    set(id, json) {
      const part = partFor(id);
      part.rows.set(id, json);
      touch(part);
    },
    delete(id) {
      const part = home.get(id);
      if (!part) return;
      home.delete(id);
      part.rows.delete(id);
      open.add(part);
      touch(part);
    },
    print(before, after) {
      const present = parts.filter(({ rows }) => rows.size > 0);
      for (const part of present) part.text ??= Buffer.from([...part.rows.values()].join(","));
      const texts = present.map(({ text }) => text!);
      const pieces = [
        Buffer.from(before),
        ...texts.flatMap((text, at) => (at === 0 ? [text] : [comma, text])),
        Buffer.from(after),
      ];
      return {
        plain: () => Buffer.concat(pieces),
        async gzip() {
          // A part that changed in the meantime has a different text, so its cached compression no longer matches.
          const compressed = await Promise.all(
            present.map((part, at) =>
              part.text === texts[at]
                ? (part.compressed ??= compress(texts[at]!, compression))
                : compress(texts[at]!, compression),
            ),
          );
          const blocks = compressed.flatMap((block, at) => (at === 0 ? [block] : [storedComma, block]));
          return Buffer.concat([head, stored(pieces[0]!), ...blocks, stored(pieces.at(-1)!), foot(pieces)]);
        },
      };
    },
  };
}

const comma = Buffer.from(",");

/** Gzip header: deflate, no name, no time, unknown system. */
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** A stored block that is not the last: its length, the inverted length, and the text. */
function stored(text: Buffer): Buffer {
  const block = Buffer.alloc(5);
  block.writeUInt16LE(text.length, 1);
  block.writeUInt16LE(~text.length & 0xff_ff, 3);
  return Buffer.concat([block, text]);
}
const storedComma = stored(comma);

/** An empty last block, then the checksum and length of the whole list. */
function foot(pieces: readonly Buffer[]): Buffer {
  const end = Buffer.from([1, 0, 0, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0]);
  end.writeUInt32LE(
    pieces.reduce((sum, piece) => crc32(piece, sum), 0),
    5,
  );
  end.writeUInt32LE(pieces.reduce((sum, { length }) => sum + length, 0) % 2 ** 32, 9);
  return end;
}
