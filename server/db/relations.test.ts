import { expect, test } from "vitest";
import { readTags } from "./relations.ts";
import { isoTimestamp } from "./wire.ts";

test("readTags splits a comment into prose and tags with their words", () => {
  const { prose, tags } = readTags("Where its bytes are, mail@example.org. @enum database s3 @secret");
  expect(prose).toBe("Where its bytes are, mail@example.org.");
  expect([...tags]).toEqual([
    ["enum", ["database", "s3"]],
    ["secret", []],
  ]);
});

test("readTags accepts a comment with only tags, a comment with only prose, and no comment", () => {
  expect([...readTags("@exposed").tags.keys()]).toEqual(["exposed"]);
  expect(readTags("Just words").prose).toBe("Just words");
  expect(readTags(null)).toEqual({ prose: "", tags: new Map() });
});

test("isoTimestamp returns the format of PostgreSQL's JSON", () => {
  expect(isoTimestamp("2026-11-15 01:48:44.12+00")).toBe("2026-11-15T01:48:44.12+00:00");
  expect(isoTimestamp("2026-11-15 01:48:44")).toBe("2026-11-15T01:48:44");
});
