import { expect, test } from "vitest";
import { md4 } from "./md4.ts";

// The test vectors of RFC 1320, section A.5.
test.each([
  ["", "31d6cfe0d16ae931b73c59d7e0c089c0"],
  ["a", "bde52cb31de33e46245e05fbdbd6fb24"],
  ["abc", "a448017aaf21d8525fc10ae87aa6729d"],
  ["message digest", "d9130a8164549fe818874806e1c7014b"],
  ["ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "043f8582f241db351ce627e153e7f0e4"],
  ["1234567890".repeat(8), "e33b4ddc9c38f2199c3e7b164fcc0536"],
])("computes the MD4 hash of %j as in RFC 1320", (text, hash) => {
  expect(md4(Buffer.from(text)).toString("hex")).toBe(hash);
});
