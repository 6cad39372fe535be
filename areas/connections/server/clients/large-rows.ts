// How large a row may be that a database sends. A driver holds it until its last byte has come, so its size has to be known before:
// it is read from the lengths that stand in front of what is sent, while that passes by.
import { ConnectionFailure } from "../failure.ts";

export const mostRowBytes = 64 * 1024 * 1024;

export const rowTooLarge = () =>
  new ConnectionFailure(
    `A row of the answer has more than ${mostRowBytes / 1024 / 1024} MiB`,
    "Leave its largest column out of the query, or shorten it there.",
  );

/** How a protocol says how much follows. */
interface Framing {
  headBytes: number;
  bodyBytes(head: Buffer): number;
  /** Whether the next one goes on with it. */
  isContinued(head: Buffer): boolean;
}

/** A sign, and how much there is with this number itself. */
export const postgresFraming: Framing = {
  headBytes: 5,
  bodyBytes: (head) => head.readUInt32BE(1) - 4,
  isContinued: () => false,
};

/** How much there is, and a number; what does not fit into one goes on in the next. */
export const mysqlFraming: Framing = {
  headBytes: 4,
  bodyBytes: (head) => head.readUIntLE(0, 3),
  isContinued: (head) => head.readUIntLE(0, 3) === 0xff_ff_ff,
};

/** What is listened to, from the beginning of a message on. */
interface Passing {
  on(event: "data", listener: (chunk: Buffer) => void): unknown;
  off(event: "data", listener: (chunk: Buffer) => void): unknown;
}

/** Calls once when something too large has begun; returns how to stop listening. */
export function onTooLarge(passing: Passing, framing: Framing, call: () => void): () => void {
  const isTooLarge = sizeMeter(framing);
  const listener = (chunk: Buffer) => {
    if (!isTooLarge(chunk)) return;
    stop();
    call();
  };
  const stop = () => void passing.off("data", listener);
  passing.on("data", listener);
  return stop;
}

export function sizeMeter({ headBytes, bodyBytes, isContinued }: Framing, most = mostRowBytes) {
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
      if (size > most) return true;
    }
    return false;
  };
}
