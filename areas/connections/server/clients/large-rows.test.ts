import { expect, test } from "vitest";
import { mysqlFraming, postgresFraming, sizeMeter } from "./large-rows.ts";

const postgres = (body: number) => {
  const head = Buffer.from("D\0\0\0\0");
  head.writeUInt32BE(body + 4, 1);
  return head;
};
const mysql = (body: number) => {
  const head = Buffer.alloc(4);
  head.writeUIntLE(body, 0, 3);
  return head;
};

/** Whether a message that is sent in pieces of this size is reported as too large. */
const isReported = (
  framing: typeof postgresFraming,
  sent: Buffer,
  { max, pieces }: { max: number; pieces: number },
) => {
  const isTooLarge = sizeMeter(framing, max);
  for (let at = 0; at < sent.length; at += pieces) if (isTooLarge(sent.subarray(at, at + pieces))) return true;
  return false;
};

test.each([1, 2, 3, 5, 64, 1000])(
  "measures a message by its header, even if it arrives in pieces of %i bytes",
  (pieces) => {
    const small = Buffer.concat([postgres(100), Buffer.alloc(100), postgres(0), postgres(90), Buffer.alloc(90)]);
    expect(isReported(postgresFraming, small, { max: 100, pieces })).toBe(false);
    // The message is reported before its body has arrived.
    expect(isReported(postgresFraming, Buffer.concat([small, postgres(101)]), { max: 100, pieces })).toBe(true);
  },
);

test("counts continued packets as one message", () => {
  const full = 0xff_ff_ff;
  const sent = (next: number) =>
    Buffer.concat([mysql(5), Buffer.alloc(5), mysql(full), Buffer.alloc(full), mysql(next)]);
  expect(isReported(mysqlFraming, sent(10), { max: full + 10, pieces: 65_536 })).toBe(false);
  expect(isReported(mysqlFraming, sent(11), { max: full + 10, pieces: 65_536 })).toBe(true);
  const after = Buffer.concat([sent(10), Buffer.alloc(10), mysql(full)]);
  expect(isReported(mysqlFraming, after, { max: full + 10, pieces: 65_536 })).toBe(false);
});
