import { expect, test } from "vitest";
import { cpuToNumber, memoryToBytes } from "./quantities.ts";

test.each([
  ["500m", 0.5],
  ["2", 2],
  ["1.5", 1.5],
  [" 250 m ", 0.25],
  [3, 3],
  [null, 0],
  ["", 0],
  ["lots", 0],
  ["5k", 0],
])("k8s_cpu_to_number(%j) is %d", (text, cores) => {
  expect(cpuToNumber(text)).toBe(cores);
});

test.each([
  ["512", 512],
  ["1K", 1_000],
  ["1kb", 1_000],
  ["2 MB", 2_000_000],
  ["1.5G", 1_500_000_000],
  ["1KiB", 1_024],
  ["192Mi", 192 * 1024 * 1024],
  ["1 gib", 1024 ** 3],
  ["1TiB", 1024 ** 4],
  [4_096, 4_096],
  [null, 0],
  ["", 0],
  ["1i", 0],
  ["large", 0],
])("memory_to_bytes(%j) is %d", (text, bytes) => {
  expect(memoryToBytes(text)).toBe(bytes);
});
