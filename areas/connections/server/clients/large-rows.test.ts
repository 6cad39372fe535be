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

/** Whether it says so for any piece of what is sent, however that is cut. */
const isToldOf = (
  framing: typeof postgresFraming,
  sent: Buffer,
  { most, pieces }: { most: number; pieces: number },
) => {
  const isTooLarge = sizeMeter(framing, most);
  for (let at = 0; at < sent.length; at += pieces) if (isTooLarge(sent.subarray(at, at + pieces))) return true;
  return false;
};

test.each([1, 2, 3, 5, 64, 1000])("a message is measured by its head, in pieces of %i bytes", (pieces) => {
  const small = Buffer.concat([postgres(100), Buffer.alloc(100), postgres(0), postgres(90), Buffer.alloc(90)]);
  expect(isToldOf(postgresFraming, small, { most: 100, pieces })).toBe(false);
  // Before any of it has come.
  expect(isToldOf(postgresFraming, Buffer.concat([small, postgres(101)]), { most: 100, pieces })).toBe(true);
});

test("packets that go on in the next one count as one", () => {
  const full = 0xff_ff_ff;
  const sent = (next: number) =>
    Buffer.concat([mysql(5), Buffer.alloc(5), mysql(full), Buffer.alloc(full), mysql(next)]);
  expect(isToldOf(mysqlFraming, sent(10), { most: full + 10, pieces: 65_536 })).toBe(false);
  expect(isToldOf(mysqlFraming, sent(11), { most: full + 10, pieces: 65_536 })).toBe(true);
  const after = Buffer.concat([sent(10), Buffer.alloc(10), mysql(full)]);
  expect(isToldOf(mysqlFraming, after, { most: full + 10, pieces: 65_536 })).toBe(false);
});
