import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { json, startLocalServer } from "../../tests/local-server.ts";
import { http } from "./http.ts";
import { standstill } from "./standstill.ts";

const server = await startLocalServer();

declare const happyDOM: { setURL(url: string): void };

beforeEach(() => {
  happyDOM.setURL(`${server.url}/health`);
  server.requests.length = 0;
});
afterEach(() => standstill.end());

const paths = () => server.requests.map(({ method, url }) => `${method} ${url}`);

test("while the session is being ended nothing else is asked, and everything when it stays", async () => {
  server.answer = json(200, {});
  standstill.begin();
  const held = [http("GET", "/api/a"), http("POST", "/api/b", { body: {} })];
  await http("GET", "/api/farewell", { isFarewell: true });
  expect(paths()).toEqual(["GET /api/farewell"]);
  standstill.end();
  await Promise.all(held);
  expect(paths().toSorted()).toEqual(["GET /api/a", "GET /api/farewell", "POST /api/b"]);
});

test("what was being read is given up, and read when the session stays", async () => {
  server.answer = () => {};
  const reading = http("GET", "/api/a");
  await vi.waitFor(() => expect(paths()).toEqual(["GET /api/a"]));
  standstill.begin();
  server.answer = json(200, { read: true });
  standstill.end();
  expect(await reading).toEqual({ read: true });
  expect(paths()).toEqual(["GET /api/a", "GET /api/a"]);
});

test("who gives up reading gives up", async () => {
  server.answer = () => {};
  const over = new AbortController();
  const reading = http("GET", "/api/a", { signal: over.signal });
  await vi.waitFor(() => expect(paths()).toHaveLength(1));
  over.abort();
  await expect(reading).rejects.toThrow();
});
