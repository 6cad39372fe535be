// QR codes (ISO/IEC 18004) of texts up to 858 bytes: byte mode, error correction level L, versions 1 to 20. Drawn as a
// picture in an address, so that no other party sees what is in it.

/** Per version: check codewords of a block, and how many blocks. */
const checkLength = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28];
const blockCount = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8];
const quietZone = 4;

/** The code as an SVG in a `data:` address. */
export function drawCode(text: string): string {
  const modules = encode(text);
  const size = modules.length + 2 * quietZone;
  const path = modules
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + quietZone} ${y + quietZone}h1v1h-1z` : "")))
    .join("");
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

/** The dark modules, row by row. */
export function encode(text: string): boolean[][] {
  const bytes = Buffer.from(text);
  const version = blockCount.findIndex((_, index) => capacityOf(index + 1) >= bytes.length) + 1;
  if (version === 0) throw new Error(`a text of ${bytes.length} bytes does not fit into a QR code`);
  const codewords = interleave(version, dataCodewords(version, bytes));
  const plain = new Grid(version);
  plain.place(codewords);
  const candidates = masks.map((_, mask) => plain.masked(mask));
  return candidates.reduce((best, next) => (unrest(next) < unrest(best) ? next : best));
}

/** All codewords of a version, from its area without the patterns. */
function codewordsOf(version: number): number {
  let bits = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const alignments = Math.floor(version / 7) + 2;
    bits -= (25 * alignments - 10) * alignments - 55;
    if (version >= 7) bits -= 36;
  }
  return Math.floor(bits / 8);
}

const dataLengthOf = (version: number) => codewordsOf(version) - checkLength[version - 1]! * blockCount[version - 1]!;

const countBits = (version: number) => (version < 10 ? 8 : 16);

const capacityOf = (version: number) => Math.floor((dataLengthOf(version) * 8 - 4 - countBits(version)) / 8);

function dataCodewords(version: number, bytes: Uint8Array): number[] {
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, countBits(version));
  for (const byte of bytes) put(byte, 8);
  const length = dataLengthOf(version);
  put(0, Math.min(4, length * 8 - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  const data = Array.from({ length: bits.length / 8 }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((byte, bit) => (byte << 1) | bit, 0),
  );
  for (let pad = 0xec; data.length < length; pad ^= 0xec ^ 0x11) data.push(pad);
  return data;
}

/** Blocks with their check codewords, taken in turn; the last blocks may be one codeword longer. */
function interleave(version: number, data: readonly number[]): number[] {
  const [blocks, check] = [blockCount[version - 1]!, checkLength[version - 1]!];
  const short = Math.floor(data.length / blocks);
  const longer = data.length % blocks;
  let at = 0;
  const parts = Array.from({ length: blocks }, (_, index) => {
    const part = data.slice(at, (at += short + (index >= blocks - longer ? 1 : 0)));
    return { part, check: checkCodewords(part, check) };
  });
  const inTurn = (length: number, pick: (index: number, position: number) => number | undefined) =>
    Array.from({ length }, (_, position) => parts.map((_part, index) => pick(index, position))).flat();
  return [
    ...inTurn(short + 1, (index, position) => parts[index]!.part[position]),
    ...inTurn(check, (index, position) => parts[index]!.check[position]),
  ].filter((codeword) => codeword !== undefined);
}

/** Multiplication in the field of 256 elements with the code's polynomial. */
export function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

/** The remainder of the data divided by the generator polynomial (Reed–Solomon). */
export function checkCodewords(data: readonly number[], length: number): number[] {
  const generator = Array<number>(length).fill(0);
  generator[length - 1] = 1;
  for (let root = 1, power = 0; power < length; power += 1, root = multiply(root, 2))
    for (let index = 0; index < length; index += 1)
      generator[index] = multiply(generator[index]!, root) ^ (generator[index + 1] ?? 0);
  const rest = Array<number>(length).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift()!;
    rest.push(0);
    for (let index = 0; index < length; index += 1) rest[index]! ^= multiply(generator[index]!, factor);
  }
  return rest;
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

class Grid {
  readonly #version: number;
  readonly #size: number;
  readonly #dark: boolean[][];
  /** What belongs to a pattern and carries no data. */
  readonly #fixed: boolean[][];

  constructor(version: number) {
    this.#version = version;
    this.#size = version * 4 + 17;
    const empty = () => Array.from({ length: this.#size }, () => Array<boolean>(this.#size).fill(false));
    this.#dark = empty();
    this.#fixed = empty();
    for (let at = 0; at < this.#size; at += 1) {
      this.#fix(6, at, at % 2 === 0);
      this.#fix(at, 6, at % 2 === 0);
    }
    const far = this.#size - 4;
    for (const [x, y] of [
      [3, 3],
      [far, 3],
      [3, far],
    ] as const)
      this.#rings(x, y, 4);
    const spots = this.#alignments();
    for (const x of spots)
      for (const y of spots) {
        const last = this.#size - 7;
        const isFinder = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
        if (!isFinder) this.#rings(x, y, 2);
      }
    this.#format(0);
    this.#versionBits();
  }

  #fix(x: number, y: number, dark: boolean): void {
    if (x < 0 || y < 0 || x >= this.#size || y >= this.#size) return;
    this.#dark[y]![x] = dark;
    this.#fixed[y]![x] = true;
  }

  /** A finder (reach 4, with its light border) or an alignment pattern (reach 2). */
  #rings(x: number, y: number, reach: number): void {
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1) {
        const distance = Math.max(Math.abs(dx), Math.abs(dy));
        this.#fix(x + dx, y + dy, reach === 4 ? distance !== 2 && distance !== 4 : distance !== 1);
      }
  }

  #alignments(): number[] {
    if (this.#version === 1) return [];
    const count = Math.floor(this.#version / 7) + 2;
    const step = Math.ceil((this.#size - 13) / (count * 2 - 2)) * 2;
    return [6, ...Array.from({ length: count - 1 }, (_, index) => this.#size - 7 - index * step).reverse()];
  }

  #format(mask: number): void {
    const bits = formatBits(mask);
    const bit = (index: number) => ((bits >> index) & 1) === 1;
    for (let index = 0; index <= 5; index += 1) this.#fix(8, index, bit(index));
    this.#fix(8, 7, bit(6));
    this.#fix(8, 8, bit(7));
    this.#fix(7, 8, bit(8));
    for (let index = 9; index < 15; index += 1) this.#fix(14 - index, 8, bit(index));
    for (let index = 0; index < 8; index += 1) this.#fix(this.#size - 1 - index, 8, bit(index));
    for (let index = 8; index < 15; index += 1) this.#fix(8, this.#size - 15 + index, bit(index));
    this.#fix(8, this.#size - 8, true);
  }

  #versionBits(): void {
    if (this.#version < 7) return;
    const bits = versionBits(this.#version);
    for (let index = 0; index < 18; index += 1) {
      const dark = ((bits >> index) & 1) === 1;
      const [a, b] = [this.#size - 11 + (index % 3), Math.floor(index / 3)];
      this.#fix(a, b, dark);
      this.#fix(b, a, dark);
    }
  }

  /** Two columns at a time from the right, up and down in turn; the timing column is left out. */
  place(codewords: readonly number[]): void {
    let at = 0;
    for (let right = this.#size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      const isUpward = ((right + 1) & 2) === 0;
      for (let step = 0; step < this.#size; step += 1)
        for (const x of [right, right - 1]) {
          const y = isUpward ? this.#size - 1 - step : step;
          if (this.#fixed[y]![x] || at >= codewords.length * 8) continue;
          this.#dark[y]![x] = ((codewords[at >> 3]! >> (7 - (at & 7))) & 1) === 1;
          at += 1;
        }
    }
  }

  masked(mask: number): boolean[][] {
    this.#format(mask);
    return this.#dark.map((row, y) => row.map((dark, x) => (this.#fixed[y]![x] ? dark : dark !== masks[mask]!(x, y))));
  }
}

function withCheck(data: number, { polynomial, length }: { polynomial: number; length: number }): number {
  let rest = data;
  for (let bit = 0; bit < length; bit += 1) rest = (rest << 1) ^ ((rest >> (length - 1)) * polynomial);
  return (data << length) | rest;
}

/** Level L and the mask, with a check of their own. */
export const formatBits = (mask: number) => withCheck((0b01 << 3) | mask, { polynomial: 0x537, length: 10 }) ^ 0x5412;

export const versionBits = (version: number) => withCheck(version, { polynomial: 0x1f25, length: 12 });

/** Long runs and squares of one colour are hard to read: the standard's first two rules for choosing a mask. */
function unrest(modules: readonly (readonly boolean[])[]): number {
  const size = modules.length;
  let points = 0;
  for (let line = 0; line < size; line += 1)
    for (const at of [(index: number) => modules[line]![index], (index: number) => modules[index]![line]]) {
      let run = 1;
      for (let index = 1; index <= size; index += 1) {
        if (index < size && at(index) === at(index - 1)) run += 1;
        else {
          if (run >= 5) points += run - 2;
          run = 1;
        }
      }
    }
  for (let y = 1; y < size; y += 1)
    for (let x = 1; x < size; x += 1) {
      const dark = modules[y]![x];
      if (dark === modules[y - 1]![x] && dark === modules[y]![x - 1] && dark === modules[y - 1]![x - 1]) points += 3;
    }
  return points;
}
