import { expect, test } from "vitest";
import { filterOf, type FileFilter } from "./limits.ts";

const now = Date.parse("2026-11-16T12:00:00Z");
const hour = 3_600_000;
const files = [
  { name: "a/new.gz", size: 10, modified: new Date(now - hour), isFolder: false },
  { name: "a/old.gz", size: 5_000, modified: new Date(now - 48 * hour), isFolder: false },
];

test.each<[filter: FileFilter, kept: string[]]>([
  [{}, ["a/new.gz", "a/old.gz"]],
  [{ minAge: "2h" }, ["a/old.gz"]],
  [{ maxAge: "2h" }, ["a/new.gz"]],
  [{ minSize: "1kB" }, ["a/old.gz"]],
  [{ maxSize: "1kB" }, ["a/new.gz"]],
  [{ since: "now-1d" }, ["a/new.gz"]],
  [{ since: "2026-11-16T11:00:00Z" }, []],
  [{ since: "2026-11-16T10:59:59Z" }, ["a/new.gz"]],
  [{ regex: "^new" }, []],
  [{ regex: "^a/new" }, ["a/new.gz"]],
  [{ minAge: "2h", maxSize: "1kB" }, []],
])("the filter %j selects %j", (filter, kept) => {
  const isMatch = filterOf(filter, now, ({ name }) => name);
  expect(files.filter(isMatch).map(({ name }) => name)).toEqual(kept);
});
