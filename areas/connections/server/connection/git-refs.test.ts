import { describe, expect, test } from "vitest";
import { askForRefs, describeRef, isWholeList, pktLine, pktLines, readRefs } from "./git-refs.ts";

const commit = "1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d";
const bytes = (...lines: string[]) => Buffer.from(lines.join(""));
const old = bytes(
  pktLine("# service=git-upload-pack\n"),
  "0000",
  pktLine(`${commit} HEAD\0multi_ack side-band-64k symref=HEAD:refs/heads/main\n`),
  pktLine(`${commit} refs/heads/main\n`),
  pktLine(`${commit} refs/tags/v1^{}\n`),
  "0000",
);

describe("the refs of a Git server", () => {
  test("protocol version 0 lists all refs at once", () => {
    expect([...readRefs(old).commits.keys()]).toEqual(["HEAD", "refs/heads/main", "refs/tags/v1^{}"]);
    expect(readRefs(old).mustBeAsked).toBe(false);
    expect(describeRef(readRefs(old), "main")).toBe("branch main at 1a2b3c4");
    expect(describeRef(readRefs(old), "HEAD")).toBe("ref HEAD at 1a2b3c4");
  });

  test("protocol version 2 lists refs on request", () => {
    const capabilities = bytes(
      pktLine("# service=git-upload-pack\n"),
      "0000",
      pktLine("version 2\n"),
      pktLine("ls-refs\n"),
      "0000",
    );
    expect(readRefs(capabilities).mustBeAsked).toBe(true);
    expect(askForRefs("main")).toBe(
      "0014command=ls-refs\n00010014ref-prefix HEAD\n001fref-prefix refs/heads/main\n001eref-prefix refs/tags/main\n0000",
    );
  });

  test("a list is complete when it ends with a flush packet", () => {
    expect(isWholeList(old)).toBe(true);
    expect(isWholeList(old.subarray(0, -4))).toBe(false);
    expect(isWholeList(old.subarray(0, -1))).toBe(false);
    expect(isWholeList(Buffer.alloc(0))).toBe(false);
  });

  test("reports a response that is not in the Git protocol", () => {
    const none = "There is no Git repository at this address";
    expect(() => readRefs(Buffer.from("<!doctype html>"))).toThrow(none);
    expect(() => readRefs(bytes(pktLine("hello\n")))).toThrow(none);
    expect(() => readRefs(bytes(pktLine("ERR access denied\n")))).toThrow("The Git server reports: access denied");
    expect([...pktLines(Buffer.from("000"))]).toEqual([]);
  });
});
