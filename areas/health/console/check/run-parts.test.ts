// @vitest-environment node
import { describe, expect, test } from "vitest";
import { compareParts } from "./compare-runs.ts";
import type { WholeRun } from "./check-query.ts";
import { partsOf } from "./run-parts.ts";

const run = (fields: Partial<WholeRun>): WholeRun => ({
  check_id: "c",
  time: "2026-11-15T12:00:00Z",
  status: true,
  duration: 120,
  message: null,
  error: null,
  details: null,
  invalid: false,
  severity: null,
  created_at: "2026-11-15T12:00:00Z",
  is_pushed: false,
  could_not_check: false,
  in_maintenance: false,
  metrics: null,
  agent_time: null,
  ...fields,
});

const answer = {
  url: "https://shop.example.org/",
  status: 200,
  redirects: 0,
  timings: { dns: 1.24, tcp: 11, tls: 24, ttfb: 60.5, body: 2, total: 98.7 },
  headers: { "content-type": "application/json", server: "nginx" },
  body: '{"ok":true}',
  certificate: { protocol: "TLSv1.3", names: ["DNS:a", "DNS:b"], validTo: "2027-02-01T00:00:00.000Z" },
  json: { deep: [{ a: 1 }] },
};

describe("the parts of a run", () => {
  const parts = partsOf(
    run({ details: answer, metrics: [{ name: "hits", labels: { code: "200" }, value: 1 }] }),
    "Europe/Berlin",
  );
  const pairs = (id: string) => {
    const part = parts.find((item) => item.id === id);
    return part && part.kind !== "text" ? part.pairs.map(({ name, text }) => `${name}: ${text}`) : [];
  };

  test("the parts of a run have titles", () => {
    expect(parts.map(({ title }) => title)).toEqual([
      "Run",
      "Timings",
      "Answer",
      "Headers",
      "Body",
      "Certificate",
      "Json",
      "Metrics",
    ]);
  });

  test("the parts of a run show numbers and times in readable form", () => {
    expect(pairs("run")).toEqual(["Status: Passed", "Time: 2026-11-15 13:00:00.000", "Duration: 120ms"]);
    expect(pairs("timings")).toEqual([
      "DNS lookup: 1.2ms",
      "TCP connection: 11ms",
      "TLS handshake: 24ms",
      "First byte: 61ms",
      "Body download: 2ms",
      "Total: 99ms",
    ]);
    expect(pairs("answer")).toEqual(["URL: https://shop.example.org/", "Status: 200", "Redirects: 0"]);
    expect(pairs("certificate")).toEqual(["Protocol: TLSv1.3", "Names: DNS:a, DNS:b", "Valid to: Feb 1 2027 01:00:00"]);
    expect(pairs("metrics")).toEqual(["hits {code=200}: 1"]);
  });

  test("the parts of a run list the steps in the order in which they happen", () => {
    const timings = { dns: 1, tcp: 2, tls: 3, body: 4, push: 5, ttfb: 6, total: 21 };
    const part = partsOf(run({ details: { timings } }), "UTC").find(({ id }) => id === "timings");
    expect(part).toMatchObject({
      pairs: ["DNS lookup", "TCP connection", "TLS handshake", "First byte", "Body download", "Push", "Total"].map(
        (name) => ({
          name,
        }),
      ),
    });
  });

  test("the parts of a run show JSON over several lines", () => {
    expect(parts.find(({ id }) => id === "body")).toMatchObject({ language: "json", text: '{\n  "ok": true\n}' });
  });

  test("messages contain only the result if a run has no details", () => {
    const failed = run({ status: null, could_not_check: true, duration: null, error: "No worker." });
    expect(partsOf(failed, "UTC")).toEqual([
      {
        id: "run",
        title: "Run",
        kind: "pairs",
        pairs: [
          { name: "Status", text: "Could not be checked" },
          { name: "Time", text: "2026-11-15 12:00:00.000" },
          { name: "Error", text: "No worker." },
        ],
      },
    ]);
  });

  test("the parts of a run show details that are not an object as text", () => {
    expect(partsOf(run({ details: ["a", "b"] }), "UTC").at(-1)).toMatchObject({ title: "Details", kind: "text" });
  });
});

describe("two compared runs", () => {
  const later = { ...answer, status: 503, timings: { ...answer.timings, ttfb: 70.5 }, body: "no upstream" };
  const { server: _, ...headers } = answer.headers;
  const compared = compareParts(
    partsOf(run({ details: answer }), "UTC"),
    partsOf(run({ status: false, error: "503", details: { ...later, headers: { ...headers, via: "proxy" } } }), "UTC"),
  );
  const pairs = (id: string) => {
    const part = compared.find((item) => item.id === id);
    return part?.kind === "pairs" ? part.pairs : [];
  };

  test("two compared runs list the parts that differ", () => {
    expect(compared.filter(({ isSame }) => !isSame).map(({ id }) => id)).toEqual([
      "run",
      "timings",
      "answer",
      "headers",
      "body",
    ]);
  });

  test("the comparison lists every line of both runs, including lines of only one run", () => {
    expect(pairs("headers")).toEqual([
      { name: "content-type", left: "application/json", right: "application/json", isSame: true, longerBy: undefined },
      { name: "server", left: "nginx", right: undefined, isSame: false, longerBy: undefined },
      { name: "via", left: undefined, right: "proxy", isSame: false, longerBy: undefined },
    ]);
  });

  test("two compared runs show how much longer a step took", () => {
    expect(pairs("timings").find(({ name }) => name === "First byte")).toMatchObject({ longerBy: 10, isSame: false });
    expect(pairs("timings").find(({ name }) => name === "TLS handshake")).toMatchObject({ longerBy: 0, isSame: true });
  });

  test("diffs compare the unformatted text if only one side is JSON", () => {
    expect(compared.find(({ id }) => id === "body")).toMatchObject({ language: "text", right: "no upstream" });
  });
});
