// Tests scrapes of a real web server: pagination, error responses and rate limits.
import type { IncomingMessage, ServerResponse } from "node:http";
import { beforeEach, expect, test } from "vitest";
import { startCountingServer } from "#tests/outbound/counting-server.ts";
import { scrapeOnce } from "#tests/servers/scrape-once.ts";
import { retryAfterMs } from "#lib/time/duration.ts";

const server = await startCountingServer();
const base = `http://127.0.0.1:${server.port}`;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const serve = (answer: Answer) => {
  server.answer = answer;
};
const say = (response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}) =>
  void response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(typeof body === "string" ? body : JSON.stringify(body));

beforeEach(() => {
  server.requests.length = 0;
});

const pages = (request: IncomingMessage, response: ServerResponse) => {
  const number = Number(new URL(request.url!, base).searchParams.get("page") ?? "1");
  say(response, { hosts: [{ id: number }], next: number < 3 ? `/hosts?page=${number + 1}` : null });
};

test("reads a response as one document, even if it is a list", async () => {
  serve((_, response) => say(response, [{ id: 1 }, { id: 2 }]));
  const { found } = await scrapeOnce("http", { url: `${base}/hosts`, headers: [{ name: "X-Team", value: "ops" }] });
  expect(found).toEqual([{ document: [{ id: 1 }, { id: 2 }], source: `${base}/hosts` }]);
  expect(server.requests[0]!.headers["x-team"]).toBe("ops");
});

test("passes on a response that is not JSON as text", async () => {
  serve((_, response) => say(response, "hosts:\n  - a\n", 200, { "content-type": "application/yaml" }));
  expect((await scrapeOnce("http", { url: base })).found).toMatchObject([{ document: "hosts:\n  - a\n" }]);
});

test("follows pages and yields one document per page, or one document with all pages joined", async () => {
  serve(pages);
  const nextPageExpr = "response.body.next";
  const each = await scrapeOnce("http", { url: `${base}/hosts`, pagination: { nextPageExpr, perPage: true } });
  expect(each.found.map(({ source }) => source)).toEqual(
    ["", "?page=2", "?page=3"].map((end) => `${base}/hosts${end}`),
  );
  const reduced = await scrapeOnce("http", {
    url: `${base}/hosts`,
    pagination: { nextPageExpr, reduceExpr: "acc + page.hosts" },
  });
  expect(reduced.found).toEqual([{ document: [{ id: 1 }, { id: 2 }, { id: 3 }], source: `${base}/hosts` }]);
  expect(reduced.failed).toEqual([]);
  const few = await scrapeOnce("http", {
    url: `${base}/hosts`,
    pagination: { nextPageExpr, perPage: true, maxPages: 2, delay: "1ms" },
  });
  expect(few.found).toHaveLength(2);
  expect(few.failed).toEqual(["There are more than 2 pages, so the rest is not read. Set a higher maxPages."]);
});

test.each(["Link", "link", "LINK"])(
  "follows the pages of a Link header, regardless of letter case: %s",
  async (name) => {
    serve((request, response) => {
      const page = Number(new URL(request.url!, base).searchParams.get("page") ?? 1);
      const items = Array.from({ length: 10 }, (_, index) => ({ id: page * 10 + index }));
      say(response, items, 200, page < 5 ? { Link: `<${base}/items?page=${page + 1}>; rel="next"` } : {});
    });
    const nextPageExpr = `'${name}' in response.headers ? response.headers['${name}'].split('>')[0].replace('<', '') : ''`;
    const { found, error } = await scrapeOnce("http", {
      url: `${base}/items`,
      pagination: { nextPageExpr, reduceExpr: "acc + page" },
    });
    expect(error).toBeUndefined();
    expect(found[0]!.document).toHaveLength(50);
  },
);

test("authenticates the request of every page, including digest authentication", async () => {
  let nonce = 0;
  serve((request, response) => {
    if (!request.headers.authorization?.includes(`nonce="${nonce}"`))
      return void response.writeHead(401, { "www-authenticate": `Digest realm="r", nonce="${++nonce}"` }).end();
    pages(request, response);
  });
  const { found, error } = await scrapeOnce("http", {
    url: `${base}/hosts`,
    digest: true,
    username: "ada",
    password: "s3cret-words",
    pagination: { nextPageExpr: "response.body.next", reduceExpr: "acc + page.hosts" },
  });
  expect(error).toBeUndefined();
  expect(found).toMatchObject([{ document: [{ id: 1 }, { id: 2 }, { id: 3 }] }]);
});

test("the request for a further page may differ from the first request", async () => {
  serve((request, response) => {
    const { cursor } = JSON.parse(server.requests.at(-1)!.body) as { cursor: number };
    say(response, { at: cursor, is: request.method });
  });
  const { found } = await scrapeOnce("http", {
    url: `${base}/search`,
    method: "POST",
    body: '{"cursor": 0}',
    pagination: {
      nextPageExpr: "page < 3 ? {'url': response.url, 'body': {'cursor': page}} : {}",
      perPage: true,
    },
  });
  expect(found.map(({ document }) => document)).toEqual([0, 1, 2].map((at) => ({ at, is: "POST" })));
});

test.each([
  [{ nextPageExpr: "'/hosts'" }, { invalid: `nextPageExpr leads to ${base}/hosts, which has already been read.` }],
  [{ nextPageExpr: "'http://elsewhere.example/'" }, { invalid: expect.stringContaining("pages are only read from") }],
  [{ nextPageExpr: "5" }, { invalid: expect.stringContaining("nextPageExpr must return a URL") }],
  [{ nextPageExpr: "response.body + 1" }, { invalid: expect.stringContaining("nextPageExpr cannot be computed") }],
  [{ nextPageExpr: "response.body.next" }, { invalid: expect.stringContaining("The pages are not lists") }],
])("refuses an invalid pagination: %j", async (pagination, expected) => {
  serve(pages);
  expect(await scrapeOnce("http", { url: `${base}/hosts`, pagination })).toMatchObject(expected);
});

test.each([
  [404, `127.0.0.1:${server.port} responded with the status 404 to /hosts: gone fishing. Check the URL.`],
  [401, expect.stringContaining("Check the credentials")],
  [500, expect.stringContaining("Check the log of the server")],
])("reports the address and a fix for a response with status %i", async (status, error) => {
  serve((_, response) => void response.writeHead(status, { "content-type": "text/plain" }).end("gone fishing"));
  expect(await scrapeOnce("http", { url: `${base}/hosts` })).toMatchObject({ found: [], error });
});

test("retries a rate-limited request three times after Retry-After, then stops the run and waits until the limit is reset", async () => {
  let refusals = 2;
  serve((_, response) => (refusals-- > 0 ? say(response, {}, 429, { "retry-after": "0" }) : say(response, { id: 1 })));
  expect((await scrapeOnce("http", { url: base })).found).toMatchObject([{ document: { id: 1 } }]);
  expect(server.requests).toHaveLength(3);
  server.requests.length = 0;
  serve((_, response) => say(response, {}, 429, { "retry-after": "0" }));
  expect((await scrapeOnce("http", { url: base })).until).toBeInstanceOf(Date);
  expect(server.requests).toHaveLength(4);
  serve((_, response) => say(response, {}, 429, { "retry-after": "3600" }));
  const { until } = await scrapeOnce("http", { url: base });
  expect(until!.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
});

test("reads Retry-After as seconds or as a date", () => {
  const now = Date.parse("2026-11-15T10:00:00Z");
  expect(retryAfterMs("7", now)).toBe(7_000);
  expect(retryAfterMs("Sun, 15 Nov 2026 10:01:00 GMT", now)).toBe(60_000);
  expect(retryAfterMs("soon", now)).toBeUndefined();
  expect(retryAfterMs(undefined, now)).toBeUndefined();
});
