import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startLocalServer } from "#tests/support/local-server.ts";
import { FetchEventSource } from "./event-source.ts";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();
beforeEach(() => happyDOM.setURL(`${server.url}/`));
let source: FetchEventSource;
afterEach(() => source.close());

/** Opens a source and returns the names of its events, with the data and the id of messages. */
function open() {
  const seen: unknown[] = [];
  source = new FetchEventSource(`${server.url}/api/events`);
  for (const type of ["open", "error"]) source.addEventListener(type, () => seen.push([type, source.readyState]));
  for (const type of ["change", "reset", "message"])
    source.addEventListener(type, (event) => {
      const { data, lastEventId } = event as MessageEvent<string>;
      seen.push([type, data, lastEventId]);
    });
  return seen;
}

const stream =
  (...parts: string[]): typeof server.answer =>
  (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    for (const part of parts) response.write(part);
  };

test("reports the events of the stream, also if a part ends inside an event", async () => {
  server.answer = stream(
    ":\n\nevent: change\nda",
    'ta: {"relation":"checks"}\n\nevent: reset\r\ndata: {}\r\n',
    "id: 7\n\n",
  );
  const seen = open();
  await vi.waitFor(() =>
    expect(seen).toEqual([
      ["open", FetchEventSource.OPEN],
      ["change", '{"relation":"checks"}', ""],
      ["reset", "{}", "7"],
    ]),
  );
});

test("reconnects after a broken stream with the id of the last event", async () => {
  server.answer = (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end("event: change\ndata: {}\nid: 12\n\n");
    server.answer = stream("event: change\ndata: {}\nid: 13\n\n");
  };
  server.requests.length = 0;
  const seen = open();
  await vi.waitFor(() => expect(seen).toContainEqual(["change", "{}", "13"]), { timeout: 60_000 });
  expect(seen).toContainEqual(["error", FetchEventSource.CONNECTING]);
  expect(server.requests.map(({ headers }) => headers["last-event-id"])).toEqual([undefined, "12"]);
});

test.each([
  [403, "text/event-stream"],
  [200, "text/html"],
])("a response with status %d and type %s closes it", async (status, type) => {
  server.answer = (_, response) => void response.writeHead(status, { "content-type": type }).end();
  const seen = open();
  await vi.waitFor(() => expect(seen).toEqual([["error", FetchEventSource.CLOSED]]));
});
