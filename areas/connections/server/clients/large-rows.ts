// Limits the size of a row that a database sends. A driver buffers the whole row, so the size must be known earlier: it
// is read from the length fields of the protocol as the data arrives.
import { ConnectionFailure } from "../connection/failure.ts";

export const maxRowBytes = 64 * 1024 * 1024;

export const rowTooLarge = () =>
  new ConnectionFailure(
    `A row of the result is larger than ${maxRowBytes / 1024 / 1024} MiB`,
    "Remove its largest column from the query, or shorten the value in the query.",
  );

/** The way a protocol encodes the length of a message. */
interface Framing {
  headBytes: number;
  bodyBytes(head: Buffer): number;
  /** Whether the next packet continues this message. */
  isContinued(head: Buffer): boolean;
}

/** A type byte, and a length that includes the length field. */
export const postgresFraming: Framing = {
  headBytes: 5,
  bodyBytes: (head) => head.readUInt32BE(1) - 4,
  isContinued: () => false,
};

/** A length and a sequence number; a packet of maximum length is continued in the next packet. */
export const mysqlFraming: Framing = {
  headBytes: 4,
  bodyBytes: (head) => head.readUIntLE(0, 3),
  isContinued: (head) => head.readUIntLE(0, 3) === 0xff_ff_ff,
};

/** The stream to observe, starting at the beginning of a message. */
interface DataStream {
  on(event: "data", listener: (chunk: Buffer) => void): unknown;
  off(event: "data", listener: (chunk: Buffer) => void): unknown;
}

/** Calls `call` once when a message that is too large begins; returns a function that stops observing. */
export function onTooLarge(stream: DataStream, framing: Framing, call: () => void): () => void {
  const isTooLarge = sizeMeter(framing);
  const listener = (chunk: Buffer) => {
    if (!isTooLarge(chunk)) return;
    stop();
    call();
  };
  const stop = () => void stream.off("data", listener);
  stream.on("data", listener);
  return stop;
}

export function sizeMeter({ headBytes, bodyBytes, isContinued }: Framing, maxBytes = maxRowBytes) {
  const head = Buffer.alloc(headBytes);
  let [known, left, size] = [0, 0, 0];
  let goesOn = false;
  return (chunk: Buffer): boolean => {
    for (let at = 0; at < chunk.length;) {
      if (left > 0) {
        const passed = Math.min(left, chunk.length - at);
        [left, at] = [left - passed, at + passed];
        continue;
      }
      const taken = chunk.copy(head, known, at, at + headBytes - known);
      [known, at] = [known + taken, at + taken];
      if (known < headBytes) continue;
      known = 0;
      left = bodyBytes(head);
      size = (goesOn ? size : 0) + left;
      goesOn = isContinued(head);
      if (size > maxBytes) return true;
    }
    return false;
  };
}
