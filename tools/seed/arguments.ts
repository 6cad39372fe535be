// Parses the arguments of `npm run seed`, with a message for each invalid argument.
import { parseArgs } from "node:util";
import { StartRefused } from "#lib/process/start-refused.ts";
import type { SeedOptions } from "./seed.ts";
import { fullSize, scaled, type Sizes } from "./sizes.ts";

const most = 50_000_000;
const numbers = Object.keys(fullSize) as (keyof Sizes)[];
const usage = `Usage: npm run seed -- [${numbers.map((name) => `--${name} N`).join("] [")}] [--full] [--seed N] [--until TIME] [--add]`;

export function readSeedArguments(
  words: readonly string[],
): Required<Pick<SeedOptions, "sizes" | "seed" | "add">> & Pick<SeedOptions, "until"> {
  const { values } = parsed(words);
  const sizes = values.full ? { ...fullSize } : scaled(fullSize, 0.1);
  for (const name of numbers) {
    const text = values[name];
    if (text !== undefined) sizes[name] = wholeNumber(name, text, { least: name === "configs" ? 100 : 0, most });
  }
  if (sizes.statuses > 0 && sizes.checks === 0) throw refused("--statuses are runs of checks: add --checks as well.");
  const until = values.until === undefined ? undefined : new Date(values.until);
  if (until && Number.isNaN(until.getTime()))
    throw refused(`--until ${values.until} is not a time; write it like 2026-11-15T09:00:00Z.`);
  return {
    sizes,
    seed: values.seed === undefined ? 1 : wholeNumber("seed", values.seed, { least: 1, most: 2 ** 31 }),
    add: values.add,
    ...(until ? { until } : {}),
  };
}

function parsed(words: readonly string[]) {
  try {
    const number = { type: "string" } as const;
    return parseArgs({
      args: [...words],
      options: {
        checks: number,
        configs: number,
        relationships: number,
        changes: number,
        statuses: number,
        seed: number,
        until: number,
        full: { type: "boolean", default: false },
        add: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw refused((error as Error).message);
  }
}

function wholeNumber(name: string, text: string, { least, most }: { least: number; most: number }): number {
  const number = Number(text.replaceAll(/[_,]/g, ""));
  if (!/^\d[\d_,]*$/.test(text) || number < least || number > most)
    throw refused(`--${name} ${text} is not a whole number between ${least} and ${most.toLocaleString("en")}.`);
  return number;
}

const refused = (sentence: string) => new StartRefused(`${sentence}\n${usage}`);
