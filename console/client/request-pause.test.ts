import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import { http } from "./http.ts";
import { requestPause } from "./request-pause.ts";

const server = await startLocalServer();

declare const happyDOM: { setURL(url: string): void };

beforeEach(() => {
  happyDOM.setURL(`${server.url}/health`);
  server.requests.length = 0;
});
afterEach(() => requestPause.end());

const paths = () => server.requests.map(({ method, url }) => `${method} ${url}`);

test("holds other requests during sign-out, and sends them if sign-out fails", async () => {
  server.answer = json(200, {});
  requestPause.begin();
  const held = [http("GET", "/api/a"), http("POST", "/api/b", { body: {} })];
  await http("GET", "/api/farewell", { isSignOut: true });
  expect(paths()).toEqual(["GET /api/farewell"]);
  requestPause.end();
  await Promise.all(held);
  expect(paths().toSorted()).toEqual(["GET /api/a", "GET /api/farewell", "POST /api/b"]);
});

test("aborts pending reads during sign-out, and repeats the reads if sign-out fails", async () => {
  server.answer = () => {};
  const reading = http("GET", "/api/a");
  await vi.waitFor(() => expect(paths()).toEqual(["GET /api/a"]));
  requestPause.begin();
  server.answer = json(200, { read: true });
  requestPause.end();
  expect(await reading).toEqual({ read: true });
  expect(paths()).toEqual(["GET /api/a", "GET /api/a"]);
});

test("does not repeat reads that the caller aborted", async () => {
  server.answer = () => {};
  const over = new AbortController();
  const reading = http("GET", "/api/a", { signal: over.signal });
  await vi.waitFor(() => expect(paths()).toHaveLength(1));
  over.abort();
  await expect(reading).rejects.toThrow();
});
