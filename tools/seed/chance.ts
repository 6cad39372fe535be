// Generates repeatable randomness: the same seed gives the same numbers, names and ids on every machine.

/** Hashes two integers into one 32-bit integer. */
export function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b ^ (b >>> 15), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Returns a number between 0 and 1 that depends only on the two arguments, for values that are needed out of order. */
export const share = (a: number, b: number): number => mix(a, b) / 0x1_0000_0000;

export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
};

/** Each subject has its own random stream, so that more rows of one kind do not change rows of other kinds. */
export class Chance {
  #state: number;

  constructor(seed: number, subject: string) {
    this.#state = mix(seed, hashOf(subject));
  }

  /** Returns a number from 0 to 1, excluding 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    return mix(this.#state, 0x2545f491) / 0x1_0000_0000;
  }

  /** Returns an integer from 0 to `below`, excluding `below`. */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  is(probability: number): boolean {
    return this.next() < probability;
  }

  hex(length: number): string {
    let text = "";
    while (text.length < length)
      text += Math.floor(this.next() * 0x1_0000_0000)
        .toString(16)
        .padStart(8, "0");
    return text.slice(0, length);
  }
}

/** This time is earlier than any real clock, so that ids created later also sort later. */
const firstMoment = Date.UTC(2025, 0, 1);

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, "0");

/** Returns ids in the format of the database (UUID version 7), in the order of `number`. */
export function idsOf(seed: number, kind: string): (number: number) => string {
  const key = mix(seed, hashOf(kind));
  return (number) => {
    const time = hex(firstMoment + number, 12);
    const a = mix(key, number);
    const b = mix(a, key);
    const head = `${time.slice(0, 8)}-${time.slice(8)}-7${hex(a & 0xfff, 3)}`;
    return `${head}-${hex(0x8000 | ((a >>> 12) & 0x3fff), 4)}-${hex(b, 8)}${hex(mix(b, a) & 0xffff, 4)}`;
  };
}
