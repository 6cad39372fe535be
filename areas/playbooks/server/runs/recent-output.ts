// The last pieces of the output of watched actions of this process. All watchers of an action share them, so a piece is
// printed once and not read from the database again. Slower watchers read older pieces from the database.
import { isUtf8 } from "node:buffer";

export interface Piece {
  /** Bytes of the output before this piece. */
  at: number;
  /** The size of the output in bytes. */
  length: number;
  /** The piece as a line of the stream. */
  line: Buffer;
}

export interface RecentOutput {
  /** Adds a piece that is stored now, if anybody watches the action. */
  add(actionId: string, at: number, content: Buffer): void;
  find(actionId: string, at: number): Piece | undefined;
  /** Starts keeping output pieces of the action; returns a function that stops this. */
  watch(actionId: string): () => void;
}

/** The number of pieces that are kept for an action. */
const maxPieces = 16;

export const lineOf = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);

export const pieceOf = (at: number, content: Buffer): Piece => ({
  at,
  length: content.length,
  line: textLine(at, content),
});

/** The bytes that JSON escapes, with their escaped form. */
const escapes: readonly (Uint8Array | undefined)[] = Array.from({ length: 256 }, (_, byte) => {
  const text = String.fromCharCode(byte);
  const printed = JSON.stringify(text).slice(1, -1);
  return byte < 128 && printed !== text ? Buffer.from(printed) : undefined;
});

/**
 * Prints a piece as JSON without strings in between, which would take several times the memory of the piece. Bytes of
 * characters outside ASCII are not escaped.
 */
function textLine(at: number, content: Buffer): Buffer {
  // A piece that is not valid UTF-8 needs replacement characters.
  if (!isUtf8(content)) return lineOf({ offset: at, text: content.toString("utf8") });
  const [head, end] = [`{"offset":${at},"text":"`, '"}\n'];
  let size = head.length + content.length + end.length;
  for (let index = 0; index < content.length; index += 1) {
    const escape = escapes[content[index]!];
    if (escape !== undefined) size += escape.length - 1;
  }
  const line = Buffer.allocUnsafeSlow(size);
  let to = line.write(head);
  for (let index = 0; index < content.length; index += 1) {
    const byte = content[index]!;
    const escape = escapes[byte];
    if (escape === undefined) {
      line[to] = byte;
      to += 1;
    } else {
      line.set(escape, to);
      to += escape.length;
    }
  }
  line.write(end, to);
  return line;
}

export function createRecentOutput(): RecentOutput {
  const watched = new Map<string, { watchers: number; pieces: Piece[] }>();
  return {
    add(actionId, at, content) {
      const pieces = watched.get(actionId)?.pieces;
      if (!pieces) return;
      pieces.push(pieceOf(at, content));
      if (pieces.length > maxPieces) pieces.shift();
    },
    find: (actionId, at) => watched.get(actionId)?.pieces.find((piece) => piece.at === at),
    watch(actionId) {
      const known = watched.get(actionId) ?? { watchers: 0, pieces: [] };
      known.watchers += 1;
      watched.set(actionId, known);
      return () => {
        known.watchers -= 1;
        if (known.watchers === 0) watched.delete(actionId);
      };
    },
  };
}

/** Actions and watchers of a process may use different systems in tests; action ids are unique. */
export const recentOutput = createRecentOutput();
