// Forwards the output of a program in whole lines, so that no secret is split between two pieces, and keeps the end of
// the output for the result.
import type { ActionRun } from "../../action-kind.ts";

/** The maximum output length in a result. The whole output is stored separately. */
export const maxResultLength = 64 * 1024;
/** A line without a line break is forwarded when it reaches this length. */
const maxLineBytes = 16 * 1024;
/** Extra text before the kept end, so that a secret at the cut is still detected completely. */
const margin = 8 * 1024;

export interface OutputLines {
  /** Accepts a piece of output and waits until it is stored. */
  take(piece: Uint8Array): Promise<void>;
  /** Passes on the rest. */
  end(): Promise<void>;
  /** Returns the last part of the output, without secrets. */
  tail(maxLength?: number): string;
}

export function outputLines(
  run: Pick<ActionRun, "output" | "scrubber">,
  stream: "stdout" | "stderr",
  keptBytes = maxResultLength,
): OutputLines {
  /** The beginning of a line. */
  let held: Buffer = Buffer.alloc(0);
  const kept: Buffer[] = [];
  let size = 0;

  async function pass(piece: Buffer): Promise<void> {
    if (piece.length === 0) return;
    kept.push(piece);
    size += piece.length;
    while (size - kept[0]!.length >= keptBytes + margin) size -= kept.shift()!.length;
    await run.output(piece, stream);
  }

  return {
    async take({ buffer, byteOffset, byteLength }) {
      const piece = Buffer.from(buffer, byteOffset, byteLength);
      // Progress bars end their lines with a carriage return.
      const end = Math.max(piece.lastIndexOf(10), piece.lastIndexOf(13)) + 1;
      if (end === 0 && held.length + piece.length <= maxLineBytes) {
        held = Buffer.concat([held, piece]);
        return;
      }
      // Only the line that began in an earlier piece is copied; the other lines are passed on as they are.
      const first = held.length === 0 ? 0 : piece.indexOf(10) + 1 || end || piece.length;
      const line = Buffer.concat([held, piece.subarray(0, first)]);
      const rest = piece.subarray(first, end === 0 ? piece.length : Math.max(first, end));
      held = piece.subarray(first + rest.length);
      await pass(line);
      await pass(rest);
    },
    async end() {
      const rest = held;
      held = Buffer.alloc(0);
      await pass(rest);
    },
    tail(maxLength = maxResultLength) {
      const text = run.scrubber.text(
        Buffer.concat(kept)
          .subarray(-(keptBytes + margin))
          .toString("utf8"),
      );
      return text.length <= maxLength ? text : text.slice(-maxLength);
    },
  };
}
