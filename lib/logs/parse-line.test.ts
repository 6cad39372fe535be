import { describe, expect, test } from "vitest";
import { lineTime, readTime } from "./line-time.ts";
import { flatten, parseLine } from "./parse-line.ts";
import { readSeverity, severityIn } from "./severity.ts";
import { hashOf, templateOf } from "./similar.ts";

const now = Date.parse("2026-11-17T12:00:00Z");
const local = (text: string) => new Date(text).getTime();

describe("parseLine", () => {
  test("reads JSON", () => {
    expect(parseLine('{"level":"error","msg":"no","n":{"a":1}}', "json")).toEqual({
      fields: { level: "error", msg: "no", n: { a: 1 } },
    });
    expect(parseLine("plain", "json")).toBeUndefined();
    expect(parseLine('{"cut":', "auto")).toBeUndefined();
    expect(parseLine("[1]", "json")).toBeUndefined();
  });

  test("reads logfmt", () => {
    expect(parseLine('level=info msg="a \\"b\\"" dur=5ms cached empty=', "logfmt")).toEqual({
      fields: { level: "info", msg: 'a "b"', dur: "5ms", cached: true, empty: "" },
    });
    expect(parseLine('a="open', "logfmt")).toBeUndefined();
  });

  test("reads klog, with and without structure", () => {
    expect(
      parseLine('E1117 10:00:00.123456      17 pod.go:42] "Pod failed" pod="a/b" err="x y"', "klogfmt", now),
    ).toEqual({
      time: local("2026-11-17T10:00:00.123"),
      severity: "error",
      source: "pod.go:42",
      message: "Pod failed",
      fields: { thread: "17", pod: "a/b", err: "x y" },
    });
    expect(parseLine("I1117 10:00:00.5 1 a.go:1] text = 7", "klogfmt", now)).toMatchObject({
      message: "text = 7",
      severity: "info",
    });
  });

  test("reads the syslog formats of RFC 5424 and RFC 3164, and syslog lines in files", () => {
    expect(
      parseLine('<165>1 2026-11-17T10:00:00.003Z web1 nginx 12 ID47 [x@1 a="b\\"c" d="e"] hello', "syslog"),
    ).toEqual({
      time: Date.parse("2026-11-17T10:00:00.003Z"),
      severity: "info",
      host: "web1",
      source: "nginx",
      message: "hello",
      fields: { facility: 20, pid: "12", msgid: "ID47", "x@1.a": 'b"c', "x@1.d": "e" },
    });
    expect(parseLine("<11>1 - - - - - - only text", "syslog")).toMatchObject({
      message: "only text",
      severity: "error",
    });
    expect(parseLine("<34>Nov  7 10:00:00 host su[7]: failed", "auto", now)).toEqual({
      time: local("2026-11-07T10:00:00"),
      severity: "fatal",
      host: "host",
      source: "su",
      message: "failed",
      fields: { facility: 4, pid: "7" },
    });
    expect(parseLine("2026-11-17T10:00:00.1+01:00 host cron: run", "auto")).toMatchObject({
      time: Date.parse("2026-11-17T09:00:00.100Z"),
      source: "cron",
      message: "run",
    });
    expect(parseLine("<999>no", "syslog")).toBeUndefined();
  });

  test("detects the format, and does not parse prose", () => {
    expect(parseLine('time=2026-11-17T10:00:00Z level=warn msg="x"', "auto")?.fields["level"]).toBe("warn");
    expect(parseLine("the answer a=42 is known", "auto")).toBeUndefined();
    expect(parseLine("Everything is fine", "auto")).toBeUndefined();
    expect(parseLine("", "auto")).toBeUndefined();
    expect(parseLine(`{"a":"${"x".repeat(300_000)}"}`, "auto")).toBeUndefined();
  });

  test("flattens nested fields, and drops empty fields", () => {
    expect(flatten({ a: { b: { c: 1 } }, list: [1, "x"], no: null, empty: "", yes: true })).toEqual({
      "a.b.c": "1",
      list: '[1,"x"]',
      yes: "true",
    });
  });
});

describe("lineTime", () => {
  const ten = "2026-11-17T10:00:00.000Z";
  test.each([
    ["2026-11-17T10:00:00Z text", ten],
    ["2026-11-17T11:00:00.000000001+01:00 text", ten],
    ["2026-11-17 10:00:00.000 +0000 text", ten],
    ["[2026-11-17T10:00:00Z] text", ten],
    ["INFO 2026-11-17T10:00:00Z text", ten],
    ['{"level":30,"time":1795082400000,"msg":"x"}', "2026-11-19T10:00:00.000Z"],
    ['{"ts":1795082400.5,"msg":"x"}', "2026-11-19T10:00:00.500Z"],
    ['{"msg":"x","@timestamp":"2026-11-17T10:00:00Z"}', ten],
    ["level=info ts=2026-11-17T10:00:00Z x=1", ten],
    ['127.0.0.1 - - [17/Nov/2026:11:00:00 +0100] "GET /"', ten],
    ["1795082400 text", "2026-11-19T10:00:00.000Z"],
    ["<34>1 2026-11-17T10:00:00Z host", ten],
  ])("finds the time of %s", (line, expected) => expect(new Date(lineTime(line, now)!).toISOString()).toBe(expected));

  test("reads a time without a zone in the zone of this machine, and a time without a year as a past time", () => {
    expect(lineTime("2026-11-17 10:00:00,250 text")).toBe(local("2026-11-17T10:00:00.250"));
    expect(lineTime("Nov 17 10:00:00 host x: y", now)).toBe(local("2026-11-17T10:00:00"));
    expect(lineTime("Dec 24 10:00:00 host x: y", now)).toBe(local("2025-12-24T10:00:00"));
    expect(lineTime("I1117 10:00:00.250000 1 a.go:1] x", now)).toBe(local("2026-11-17T10:00:00.250"));
  });

  test.each([
    "",
    "plain text",
    "9999-99-99T99:99:99Z",
    "12345",
    "2026-13-40 text",
    '{"time":"soon"}',
    "x".repeat(100_000),
  ])("finds no time in %s", (line) => expect(lineTime(line)).toBeUndefined());

  test("reads a time field in every unit", () => {
    const time = Date.parse(ten);
    for (const value of [time / 1_000, time, time * 1_000, String(time * 1_000_000), ten, "17 Nov 2026 10:00:00 GMT"])
      expect(readTime(value)).toBe(time);
    for (const value of [5, "5", null, "yesterday", {}]) expect(readTime(value)).toBeUndefined();
  });
});

test("different spellings of a severity are mapped to one name", () => {
  for (const [value, severity] of [
    ["WARN", "warning"],
    ["Error", "error"],
    [50, "error"],
    [60, "fatal"],
    [3, "error"],
    ["6", "info"],
    ["emerg", "fatal"],
    ["loud", undefined],
  ] as const)
    expect(readSeverity(value)).toBe(severity);
  expect(severityIn('{"level":"warn","msg":"ERROR"}')).toBe("warning");
  expect(severityIn("2026-11-17 ERROR no")).toBe("error");
  expect(severityIn("[info] started")).toBe("info");
  expect(severityIn("informative text")).toBeUndefined();
});

test("lines from the same log statement have the same hash; lines from other statements have a different hash", () => {
  const first = "request 7f9c2ba4-1d2e-4f50-8a6b-0c1d2e3f4a5b from 10.0.0.7:443 took 12.5ms at 2026-11-17T10:00:00Z";
  const second = "request 00000000-1d2e-4f50-8a6b-0c1d2e3f4a5b from 10.0.0.8:80 took 3ms at 2026-11-18T11:00:00Z";
  expect(templateOf(first)).toBe("request <uuid> from <ip> took <duration> at <time>");
  expect(hashOf(first)).toBe(hashOf(second));
  expect(hashOf(first)).not.toBe(hashOf(first.replace("took", "needs")));
  expect(hashOf(first)).toMatch(/^[\da-f]{16}$/);
});
