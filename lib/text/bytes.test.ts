import { expect, test } from "vitest";
import { printBytes } from "./bytes.ts";

test.each([
  [0, "0 B"],
  [1, "1 B"],
  [1023, "1023 B"],
  [1024, "1 KiB"],
  [1536, "2 KiB"],
  [1024 ** 2 - 1, "1 MiB"],
  [80 * 1024 ** 2, "80 MiB"],
  [1024 ** 3 - 1, "1 GiB"],
  [1.5 * 1024 ** 3, "1.5 GiB"],
  [20.04 * 1024 ** 3, "20 GiB"],
  [3 * 1024 ** 4, "3 TiB"],
  [5000 * 1024 ** 5, "5000 PiB"],
  [-5, "0 B"],
])("FM-08 %d bytes print as %s", (bytes, text) => {
  expect(printBytes(bytes)).toBe(text);
});
