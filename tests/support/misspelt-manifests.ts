// The manifests of tests/misspelt: twenty misspelt fields, in resources of every kind that files can define. The
// comment at the end of a line contains the correct field.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "..", "misspelt");

export interface Misspelt {
  file: string;
  line: number;
  nearest: string;
}

export const misspelt: readonly Misspelt[] = readdirSync(folder).flatMap((file) =>
  readFileSync(join(folder, file), "utf8")
    .split("\n")
    .flatMap((text, index) => {
      const [, nearest] = / # (\w+)$/.exec(text) ?? [];
      return nearest === undefined ? [] : [{ file, line: index + 1, nearest }];
    }),
);

/** Copies the manifests into a folder; their checks and scrapers request `url`. Returns the paths. */
export const writeMisspelt = (into: string, url: string): string[] =>
  readdirSync(folder).map((file) => {
    const path = join(into, file);
    writeFileSync(path, readFileSync(join(folder, file), "utf8").replaceAll("$URL", url));
    return path;
  });

/**
 * Returns the misspelt fields that no message reports; messages look like `shop.yaml:9: …` or `/tmp/shop.yaml:9:7: …`.
 */
export const unnamed = (messages: readonly string[]) =>
  misspelt.filter(
    ({ file, line, nearest }) =>
      !messages.some(
        (message) =>
          new RegExp(`(?:^|[/ ])${file}:${line}:`).test(message) && message.endsWith(`did you mean "${nearest}"?`),
      ),
  );
