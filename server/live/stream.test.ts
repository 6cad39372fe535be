import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { openEventStream } from "#tests/support/event-stream.ts";
import { mergeIds } from "./reader.ts";
import { openStream, type StreamTimes } from "./stream.ts";

const endings: (() => void)[] = [];
afterEach(() => endings.splice(0).forEach((end) => end()));

/** Creates a stream and its client, connected by a real socket. */
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

test("only the last of several messages in a batch has an id", async () => {
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

test("changes that a slow client has not received are merged, so that memory is bounded", async () => {
  const { response, stream, browser } = await connected();
  browser.pause();
  let maxBuffered = 0;
  for (let n = 1; n <= 20_000; n += 1) {
    stream.send(new Map([["checks", [`${n} ${padding}`]]]), at(n));
    maxBuffered = Math.max(maxBuffered, response.writableLength);
    if (n % 1_000 === 0) await next();
  }
  // 40 MB were sent, but at most one message with 100 keys is pending in addition to Node's own buffer.
  expect(maxBuffered).toBeLessThan(500_000);
  browser.resume();
  while (browser.lastId() !== "1794700000-20000:20000:") await next();
  expect(browser.messages.at(-1)!.data).toEqual({ relation: "checks", ids: null });
});

test("a reset replaces all pending changes", async () => {
  const { stream, browser } = await connected();
  browser.pause();
  for (let n = 1; n <= 5_000; n += 1) stream.send(new Map([["checks", [`${n} ${padding}`]]]), at(n));
  stream.reset(at(6_000));
  browser.resume();
  while (browser.lastId() !== "1794700000-6000:6000:") await next();
  expect(browser.messages.at(-1)!.event).toBe("reset");
});

test("a client that does not read for too long is disconnected", async () => {
  const { response, stream, browser } = await connected({ heartbeatMs: 15_000, stalledMs: 50 });
  browser.pause();
  // This is enough data to fill the socket buffers.
  for (let n = 1; n <= 1_000 && !response.destroyed; n += 1) {
    stream.send(new Map([["checks", [`${n} ${padding.repeat(500)}`]]]), at(n));
    await next();
  }
  expect(response.destroyed).toBe(true);
});

test("mergeIds returns at most a hundred keys, and null stays null", () => {
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
