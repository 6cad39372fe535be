import { expect, test } from "vitest";
import { checkCodewords, drawCode, encode, formatBits, multiply, versionBits } from "./qr-code.ts";

test("check codewords are those of the standard's worked example", () => {
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  expect(checkCodewords(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

test("format and version carry the bits of the standard's tables", () => {
  expect([0, 1, 4, 7].map((mask) => formatBits(mask).toString(2).padStart(15, "0"))).toEqual([
    "111011111000100",
    "111001011110011",
    "110011000101111",
    "110100101110110",
  ]);
  expect(versionBits(7).toString(2).padStart(18, "0")).toBe("000111110010010100");
});

/** Reads a code as a scanner would: format, mask, zigzag, blocks. It shares nothing with the encoder but the field. */
function read(modules: readonly (readonly boolean[])[]): { text: string; syndromes: number[] } {
  const size = modules.length;
  const version = (size - 17) / 4;
  let format = 0;
  for (const [x, y] of [
    [0, 8],
    [1, 8],
    [2, 8],
    [3, 8],
    [4, 8],
    [5, 8],
    [7, 8],
    [8, 8],
    [8, 7],
    [8, 5],
    [8, 4],
    [8, 3],
    [8, 2],
    [8, 1],
    [8, 0],
  ] as const)
    format = (format << 1) | (modules[y]![x] ? 1 : 0);
  const mask = ((format ^ 0x5412) >> 10) & 7;
  const flips = [
    (i: number, j: number) => (i + j) % 2,
    (i: number) => i % 2,
    (_: number, j: number) => j % 3,
    (i: number, j: number) => (i + j) % 3,
    (i: number, j: number) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2,
    (i: number, j: number) => ((i * j) % 2) + ((i * j) % 3),
    (i: number, j: number) => (((i * j) % 2) + ((i * j) % 3)) % 2,
    (i: number, j: number) => (((i + j) % 2) + ((i * j) % 3)) % 2,
  ][mask]!;
  const centres: Record<number, number[]> = {
    1: [],
    2: [6, 18],
    6: [6, 34],
    7: [6, 22, 38],
    10: [6, 28, 50],
    15: [6, 26, 48, 70],
  };
  const blocks: Record<number, [count: number, check: number]> = {
    1: [1, 7],
    2: [1, 10],
    6: [2, 18],
    7: [2, 20],
    10: [4, 18],
    15: [6, 22],
  };
  const spots = centres[version]!;
  const isPattern = (x: number, y: number) =>
    x === 6 ||
    y === 6 ||
    (x < 9 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    (x >= size - 8 && y < 9) ||
    (version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11))) ||
    spots.some((cx) =>
      spots.some(
        (cy) =>
          !((cx === 6 && cy === 6) || (cx === 6 && cy === size - 7) || (cx === size - 7 && cy === 6)) &&
          Math.abs(x - cx) <= 2 &&
          Math.abs(y - cy) <= 2,
      ),
    );
  const bits: number[] = [];
  let up = true;
  for (const right of Array.from({ length: (size - 1) / 2 }, (_, index) => size - 1 - 2 * index).map((x) =>
    x <= 6 ? x - 1 : x,
  )) {
    for (let step = 0; step < size; step += 1)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - step : step;
        if (!isPattern(x, y)) bits.push((modules[y]![x] ? 1 : 0) ^ (flips(y, x) === 0 ? 1 : 0));
      }
    up = !up;
  }
  const codewords = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(""), 2),
  );
  const [count, check] = blocks[version]!;
  const dataLength = codewords.length - count * check;
  const parts = Array.from({ length: count }, () => ({ data: [] as number[], check: [] as number[] }));
  const short = Math.floor(dataLength / count);
  const firstLong = count - (dataLength % count);
  let at = 0;
  for (let position = 0; position <= short; position += 1)
    for (const [index, part] of parts.entries())
      if (position < short || index >= firstLong) part.data.push(codewords[at++]!);
  for (let position = 0; position < check; position += 1) for (const part of parts) part.check.push(codewords[at++]!);
  const syndromes = parts.flatMap((part) =>
    Array.from({ length: check }, (_, power) => {
      let root = 1;
      for (let step = 0; step < power; step += 1) root = multiply(root, 2);
      return [...part.data, ...part.check].reduce((sum, word) => multiply(sum, root) ^ word, 0);
    }),
  );
  const stream = parts
    .flatMap(({ data }) => data)
    .map((word) => word.toString(2).padStart(8, "0"))
    .join("");
  const lengthBits = version < 10 ? 8 : 16;
  const length = Number.parseInt(stream.slice(4, 4 + lengthBits), 2);
  const bytes = Array.from({ length }, (_, index) =>
    Number.parseInt(stream.slice(4 + lengthBits + index * 8, 12 + lengthBits + index * 8), 2),
  );
  return { text: Buffer.from(bytes).toString(), syndromes };
}

test.each([
  [1, "quarterdeck"],
  [2, "otpauth://totp/Quarterdeck:ada"],
  [6, `otpauth://totp/Quarterdeck:ada?secret=${"A".repeat(90)}`],
  [7, "ü".repeat(75)],
  [10, "x".repeat(250)],
  [15, "0123456789".repeat(50)],
])("a code of version %i is read back, and its check codewords hold", (version, text) => {
  const modules = encode(text);
  expect(modules.length).toBe(version * 4 + 17);
  const found = read(modules);
  expect(found.text).toBe(text);
  expect(new Set(found.syndromes)).toEqual(new Set([0]));
});

test("what does not fit is refused, and a picture is an address", () => {
  expect(() => encode("x".repeat(900))).toThrow("does not fit");
  expect(drawCode("a")).toMatch(/^data:image\/svg\+xml;base64,/);
});
