// Selects the files that match at least one pattern and no ignore pattern.
import { fitsPath, literalStart, pathPattern, type PathPattern } from "#lib/text/path-pattern.ts";

export interface Chosen {
  patterns: readonly PathPattern[];
  /** The literal prefixes of the patterns; none of them is a prefix of another. */
  literalStarts: readonly string[];
  fits(path: string): boolean;
}

const defaultPaths = ["**/*.json", "**/*.yaml", "**/*.yml"];

export function chosenBy(paths: readonly string[] = [], ignore: readonly string[] = []): Chosen {
  const names = (paths.length > 0 ? paths : defaultPaths).map(namesOf);
  const patterns = names.map(pathPattern);
  const without = ignore.map(namesOf).map(pathPattern);
  return {
    patterns,
    literalStarts: withoutNested(names.map((parts) => literalStart(parts.join("/")))),
    fits(path) {
      const parts = path.split("/");
      return (
        patterns.some((pattern) => fitsPath(pattern, parts)) && !without.some((pattern) => fitsPath(pattern, parts))
      );
    },
  };
}

const namesOf = (path: string) => path.split("/").filter((name) => name !== "" && name !== ".");

const withoutNested = (starts: readonly string[]) =>
  [...new Set(starts)].filter((start) => !starts.some((other) => other !== start && start.startsWith(other)));
