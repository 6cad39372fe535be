import { expect, test } from "vitest";
import { keyAddress } from "./authenticator.ts";
import { drawCode } from "./qr-code.ts";

/** Returns the dark modules of a code, without the quiet zone. */
function modulesOf(address: string): boolean[][] {
  const svg = Buffer.from(address.slice(address.indexOf(",") + 1), "base64").toString();
  const [, side] = /viewBox="0 0 (\d+) \1"/.exec(svg) ?? [];
  const size = Number(side) - 8;
  const dark = new Set(
    [...svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${Number(x) - 4} ${Number(y) - 4}`),
  );
  expect(dark.has("0 0") && dark.has(`${size - 1} 0`) && dark.has(`0 ${size - 1}`)).toBe(true);
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_unused, x) => dark.has(`${x} ${y}`)));
}

/**
 * Decodes a QR code (format, mask, zigzag, blocks), for the versions and the error correction level that we generate.
 */
function read(modules: readonly (readonly boolean[])[]): string {
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
  const centres: Record<number, number[]> = { 1: [], 6: [6, 34], 7: [6, 22, 38] };
  const blocks: Record<number, [count: number, check: number]> = { 1: [1, 7], 6: [2, 18], 7: [2, 20] };
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
  const parts = Array.from({ length: count }, () => [] as number[]);
  const short = Math.floor(dataLength / count);
  const firstLong = count - (dataLength % count);
  let at = 0;
  for (let position = 0; position <= short; position += 1)
    for (const [index, part] of parts.entries())
      if (position < short || index >= firstLong) part.push(codewords[at++]!);
  const stream = parts
    .flat()
    .map((word) => word.toString(2).padStart(8, "0"))
    .join("");
  const lengthBits = 8;
  const length = Number.parseInt(stream.slice(4, 4 + lengthBits), 2);
  const bytes = Array.from({ length }, (_, index) =>
    Number.parseInt(stream.slice(4 + lengthBits + index * 8, 12 + lengthBits + index * 8), 2),
  );
  return Buffer.from(bytes).toString();
}

const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

test.each([
  [1, "quarterdeck"],
  [6, keyAddress(secret.slice(16), "ada@example.org")],
  [7, keyAddress(secret, "bø@example.org")],
])("decodes a generated code of version %i to %s", (version, text) => {
  const modules = modulesOf(drawCode(text));
  expect(modules.length).toBe(version * 4 + 17);
  expect(read(modules)).toBe(text);
});

test("renders the code as a data URL in black on white", () => {
  expect(drawCode("a")).toMatch(/^data:image\/svg\+xml;base64,/);
  const svg = Buffer.from(drawCode("a").split(",")[1] ?? "", "base64").toString();
  expect(svg).toContain('<path fill="#fff" d="M0 0h29v29H0z"/><path d="M');
});
