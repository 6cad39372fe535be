import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call } from "#language/call.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import { askInLines } from "./lines.ts";

const server = await startLocalServer();
const leave = vi.fn<(address: string | URL) => void>();

declare const happyDOM: { setURL(url: string): void };

beforeEach(() => {
  happyDOM.setURL(`${server.url}/catalog/scrapers/new`);
  vi.spyOn(location, "replace").mockImplementation(leave);
  leave.mockClear();
});
afterEach(() => vi.restoreAllMocks());

interface Search {
  params: undefined;
  query: undefined;
  body: { n: number };
  answer: { found: string };
}
const look = call<Search>("POST", "/api/look");

const reported: number[] = [];
const ask = (signal = new AbortController().signal) => {
  reported.length = 0;
  return askInLines(
    look,
    { body: { n: 1 } },
    { signal, onProgress: (progress: number) => void reported.push(progress) },
  );
};
const lines = (response: ServerResponse, ...pieces: readonly string[]) => {
  response.writeHead(200, { "content-type": "application/x-ndjson" });
  for (const piece of pieces) response.write(piece);
  response.end();
};

test("reports progress as it arrives, wherever chunks are split, and returns the result", async () => {
  server.answer = (_, response) =>
    lines(response, '{"progress":1}\n{"prog', 'ress":2}\n', '{"result":{"found":"Zürich"}}\n');
  expect(await ask()).toEqual({ found: "Zürich" });
  expect(reported).toEqual([1, 2]);
});

test("throws a problem that is sent as the last line or instead of lines", async () => {
  server.answer = (_, response) =>
    lines(
      response,
      '{"progress":1}\n{"problem":{"status":429,"body":{"error":"Too many.","id":"too_many_requests"}}}\n',
    );
  await expect(ask()).rejects.toMatchObject({ message: "Too many.", status: 429 });
  server.answer = json(400, { error: "spec is required", id: "invalid" });
  await expect(ask()).rejects.toMatchObject({ message: "spec is required", status: 400 });
  server.answer = json(401, { error: "Sign in.", id: "unauthorized" });
  await expect(ask()).rejects.toMatchObject({ status: 401 });
  expect(leave).toHaveBeenCalledOnce();
});

test("throws if the response ends early or is not JSON", async () => {
  server.answer = (_, response) => lines(response, '{"progress":1}\n');
  await expect(ask()).rejects.toMatchObject({ id: "bad_gateway" });
  server.answer = (_, response) => lines(response, "<html>\n");
  await expect(ask()).rejects.toMatchObject({ id: "bad_gateway" });
});

test("aborting ends the request", async () => {
  const abort = new AbortController();
  const closed = Promise.withResolvers<void>();
  server.answer = (_, response) => {
    response.on("close", () => closed.resolve());
    response.writeHead(200, { "content-type": "application/x-ndjson" }).write('{"progress":7}\n');
  };
  const result = askInLines(look, { body: { n: 1 } }, { signal: abort.signal, onProgress: () => abort.abort() });
  await expect(result).rejects.toMatchObject({ id: "aborted" });
  await closed.promise;
});
