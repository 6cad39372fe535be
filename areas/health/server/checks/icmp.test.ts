// Tests echo requests with the real ping program, and how its failures are reported.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readSummary } from "#server/outbound/ping.ts";
import { runOne } from "#tests/support/checks.ts";
import { findDebianProgram } from "#tests/servers/debian-programs.ts";
import { describeWithServers } from "#tests/servers/describe-with-servers.ts";

const folder = mkdtempSync(join(tmpdir(), "quarterdeck-ping-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a program that prints this text, to be run in place of ping. */
function printing(name: string, words: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\ncat <<'END'\n${words}\nEND\n`);
  chmodSync(path, 0o755);
  return path;
}

const run = (spec: Readonly<Record<string, unknown>>, ping = findDebianProgram("ping")) =>
  runOne("icmp", { endpoint: "127.0.0.1", ...spec }, { outbound: { ping } });

describeWithServers("pinging", () => {
  test("pings a machine by name and by address", async () => {
    const found = await run({ packetCount: 3, thresholdMillis: 1_000 });
    expect(found).toMatchObject({
      verdict: "healthy",
      error: "",
      detail: { address: "127.0.0.1", sent: 3, received: 3, loss: 0 },
    });
    expect(found.metrics).toEqual([
      {
        name: "canary_check_icmp_packetloss",
        type: "gauge",
        labels: { endpoint: "127.0.0.1", ip: "127.0.0.1" },
        value: 0,
      },
    ]);
    expect(await run({ endpoint: "localhost", packetCount: 1 })).toMatchObject({
      verdict: "healthy",
      detail: { address: "127.0.0.1" },
    });
    expect((await run({ packetCount: 1, thresholdMillis: 0.0001 })).error).toMatch(
      /^the replies took [\d.]+ ms on average, longer/,
    );
  });
});

const half = `--- 10.0.0.9 ping statistics ---
4 packets transmitted, 3 received, 25% packet loss, time 612ms
rtt min/avg/max/mdev = 0.020/30.5/61.0/0.005 ms`;

test("compares the loss with the allowed percentage", async () => {
  const program = printing("half", half);
  expect(await run({}, program)).toMatchObject({ error: "25 % of the packets were lost, more than 0 %" });
  expect(await run({ packetLossThreshold: 24.9, thresholdMillis: 30 }, program)).toMatchObject({
    error: "25 % of the packets were lost, more than 24.9 %, the replies took 30.5 ms on average, longer than 30 ms",
  });
  expect(await run({ packetLossThreshold: 25 }, program)).toMatchObject({ verdict: "healthy", durationMs: 31 });
  const none = printing("none", "5 packets transmitted, 0 received, 100% packet loss, time 999ms");
  expect(await run({ packetLossThreshold: 100 }, none)).toMatchObject({
    verdict: "unhealthy",
    error: "none of 5 packets to 127.0.0.1 came back",
  });
});

test("reports could_not_check without the ping program or the permission to send", async () => {
  expect(await run({}, join(folder, "no-such-ping"))).toMatchObject({
    verdict: "could_not_check",
    error:
      "The program ping is not installed on the machine that Quarterdeck runs on. Install it: apt install iputils-ping.",
  });
  expect(await run({}, printing("closed", "ping: socket: Operation not permitted"))).toMatchObject({
    verdict: "could_not_check",
    error: expect.stringMatching(/^ping lacks the privilege to send echo requests\. Grant it: setcap cap_net_raw/),
  });
  expect(await run({}, printing("far", "ping: connect: Network is unreachable"))).toMatchObject({
    verdict: "unhealthy",
    error: expect.stringMatching(/^The network of the host is not reachable/),
  });
});

test("sends nothing to forbidden addresses", async () => {
  const program = printing("never", half);
  expect((await run({ endpoint: "169.254.169.254" }, program)).error).toMatch(/metadata service of a cloud/);
  expect((await run({ endpoint: "-f" }, program)).error).not.toBe("");
  expect(await run({ endpoint: "http://a/b" }, program)).toMatchObject({ isInvalid: true });
});

test("parses the summaries of other ping programs", () => {
  const busybox = "3 packets transmitted, 3 packets received, 0% packet loss\nround-trip min/avg/max = 0.1/0.2/0.3 ms";
  expect(readSummary(busybox)).toEqual({ sent: 3, received: 3, rtt: { min: 0.1, avg: 0.2, max: 0.3 } });
  const inetutils =
    "2 packets transmitted, 1 packets received, 50% packet loss\nround-trip min/avg/max/stddev = 1.5/2.5/3.5/0.1 ms";
  expect(readSummary(inetutils)).toEqual({ sent: 2, received: 1, rtt: { min: 1.5, avg: 2.5, max: 3.5 } });
});
