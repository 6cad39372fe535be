import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { openEventStream } from "../../tests/event-stream.ts";
import { mergeIds } from "./reader.ts";
import { openStream, type StreamTimes } from "./stream.ts";

const endings: (() => void)[] = [];
afterEach(() => endings.splice(0).forEach((end) => end()));

/** A stream and the browser at its other end, over a real socket. */
async function connected(times: StreamTimes = { heartbeatMs: 15_000, stalledMs: 30_000 }) {
  const accepted = Promise.withResolvers<ServerResponse>();
  const server = createServer((_, response) => accepted.resolve(response.writeHead(200)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const client = openEventStream(`http://127.0.0.1:${port}`);
  const response = await accepted.promise;
  const stream = openStream(response, times);
  endings.push(
    () => server.close(),
    () => response.destroy(),
  );
  return { response, stream, browser: await client };
}

const at = (xid: number) => ({ at: 1_794_700_000, snapshot: `${xid}:${xid}:` });
const next = () => new Promise((resolve) => setTimeout(resolve, 5));
const padding = "x".repeat(2_000);

test("messages of one moment carry its id on the last of them only", async () => {
  const { stream, browser } = await connected();
  stream.send(
    new Map([
      ["checks", ["1"]],
      ["canaries", null],
    ]),
    at(7),
  );
  while (browser.messages.length < 2) await next();
  expect(browser.messages).toEqual([
    { event: "change", data: { relation: "checks", ids: ["1"] }, id: undefined },
    { event: "change", data: { relation: "canaries", ids: null }, id: "1794700000-7:7:" },
  ]);
});

test("what a slow client cannot take yet is merged: its memory is bounded, and it hears the sum", async () => {
  const { response, stream, browser } = await connected();
  browser.pause();
  let most = 0;
  for (let n = 1; n <= 20_000; n += 1) {
    stream.send(new Map([["checks", [`${n} ${padding}`]]]), at(n));
    most = Math.max(most, response.writableLength);
    if (n % 1_000 === 0) await next();
  }
  // 40 MB were told; at most one message of 100 keys stands in line beside what Node itself buffers.
  expect(most).toBeLessThan(500_000);
  browser.resume();
  while (browser.lastId() !== "1794700000-20000:20000:") await next();
  expect(browser.messages.at(-1)!.data).toEqual({ relation: "checks", ids: null });
});

test("a reset says all that waits", async () => {
  const { stream, browser } = await connected();
  browser.pause();
  for (let n = 1; n <= 5_000; n += 1) stream.send(new Map([["checks", [`${n} ${padding}`]]]), at(n));
  stream.reset(at(6_000));
  browser.resume();
  while (browser.lastId() !== "1794700000-6000:6000:") await next();
  expect(browser.messages.at(-1)!.event).toBe("reset");
});

test("a client that takes nothing for too long is dropped", async () => {
  const { response, stream, browser } = await connected({ heartbeatMs: 15_000, stalledMs: 50 });
  browser.pause();
  // Large enough to fill what the sockets between us hold.
  for (let n = 1; n <= 1_000 && !response.destroyed; n += 1) {
    stream.send(new Map([["checks", [`${n} ${padding.repeat(500)}`]]]), at(n));
    await next();
  }
  expect(response.destroyed).toBe(true);
});

test("keys are named up to a hundred, and once too many stay so", () => {
  const some = Array.from({ length: 60 }, (_, n) => `a${n}`);
  expect(mergeIds(some, ["a1", "b"])).toHaveLength(61);
  expect(
    mergeIds(
      some,
      some.map((id) => `x${id}`),
    ),
  ).toBeNull();
  expect(mergeIds(null, ["a"])).toBeNull();
  expect(mergeIds([], null)).toBeNull();
});
