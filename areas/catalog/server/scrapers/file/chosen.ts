// Which files are meant: those that fit one of the patterns and none of those that are left out.
import { fitsPath, pathPattern, type PathPattern } from "#language/path-pattern.ts";

export interface Chosen {
  patterns: readonly PathPattern[];
  fits(path: string): boolean;
}

const usual = ["**/*.json", "**/*.yaml", "**/*.yml"];

export function chosenBy(paths: readonly string[] = [], ignore: readonly string[] = []): Chosen {
  const patterns = (paths.length > 0 ? paths : usual).map(patternOf);
  const without = ignore.map(patternOf);
  return {
    patterns,
    fits(path) {
      const names = path.split("/");
      return (
        patterns.some((pattern) => fitsPath(pattern, names)) && !without.some((pattern) => fitsPath(pattern, names))
      );
    },
  };
}

const patternOf = (path: string): PathPattern =>
  pathPattern(path.split("/").filter((name) => name !== "" && name !== "."));
