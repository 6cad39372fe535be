import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { readPack } from "./git-pack.ts";

/** Builds a pack with one blob. The size in its header is never read. */
const packOf = (content: Buffer) => {
  const head = Buffer.from("PACK\0\0\0\x02\0\0\0\x01\x30", "latin1");
  return Buffer.concat([head, deflateSync(content)]);
};

test("reads a blob by its id", async () => {
  const pack = await readPack(packOf(Buffer.from("hi")));
  expect(pack.object("32f95c0d1244a78b2be1bab8de17906fabb2c4a8")).toEqual({ type: "blob", content: Buffer.from("hi") });
});

test("refuses a file whose decompressed size is too large", async () => {
  await expect(readPack(packOf(Buffer.alloc(65 * 1024 * 1024)))).rejects.toThrow(
    "The repository has a file larger than 64 MiB",
  );
});
