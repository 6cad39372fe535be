// Tests crawling of a small site with broken links.
import { beforeEach, expect, test } from "vitest";
import { runOne } from "#tests/support/checks.ts";
import { startCountingServer } from "#tests/outbound/counting-server.ts";
import { linksIn } from "./links.ts";

const server = await startCountingServer();
const site = `http://127.0.0.1:${server.port}`;
const quick = { delay: "0s", randomDelay: "0s" };
const run = (crawl: object, url = `${site}/`) => runOne("http", { url, crawl: { ...quick, ...crawl } });

const pages: Record<string, string> = {
  "/": `<a href="/a">a</a> <A class=x HREF='b?x=1&amp;y=2#part'>b</A> <a href="mailto:x@y"> <a href="https://elsewhere.test/">
        <!-- <a href="/hidden"> --> <img src="/pic.png"><script src=/s.js></script>`,
  "/a": `<a href="/">home</a><a href="/deep">deep</a>`,
  "/b?x=1&y=2": `<a href="/gone">gone</a>`,
  "/deep": `<a href="/deeper">deeper</a>`,
  "/deeper": `<a href="/gone-too">gone</a>`,
};

beforeEach(() => {
  server.requests.length = 0;
  server.answer = (request, response) => {
    const page = pages[request.url ?? ""];
    if (page !== undefined) return response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
    const isThere = ["/pic.png", "/s.js"].includes(request.url ?? "");
    response.writeHead(isThere ? 200 : 404, { "content-type": "text/plain" }).end('<a href="/never">');
  };
});

test("returns absolute links of pages, each once", () => {
  expect(linksIn(pages["/"]!, `${site}/`)).toEqual([
    `${site}/a`,
    `${site}/b?x=1&y=2`,
    "https://elsewhere.test/",
    `${site}/pic.png`,
    `${site}/s.js`,
  ]);
  expect(linksIn('<base href="/shop/"><a href="x">', `${site}/`)).toEqual([`${site}/shop/x`]);
});

test("reports broken links with the page that contains them, and requests each page of the site only once and no other pages", async () => {
  const found = await run({});
  expect(found).toMatchObject({
    verdict: "unhealthy",
    message: "9 pages",
    error:
      `${site}/gone: the status is 404 (linked from ${site}/b?x=1&y=2), ` +
      `${site}/gone-too: the status is 404 (linked from ${site}/deeper)`,
    data: { visited: 9, missing: [`${site}/gone`, `${site}/gone-too`] },
  });
  const paths = server.requests.map(({ url }) => url);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths).not.toContain("/hidden");
  expect(paths).not.toContain("/never");
});

test("limits the crawl by depth, domains and patterns", async () => {
  expect(await run({ depth: 1 })).toMatchObject({ verdict: "healthy", message: "5 pages" });
  expect(await run({ disallowedURLFilters: ["/gone", "[?]"] })).toMatchObject({
    verdict: "healthy",
    message: "6 pages",
  });
  expect(await run({ allowedURLFilters: ["/a$"] })).toMatchObject({ verdict: "healthy", message: "2 pages" });
  expect(await run({ disallowedDomains: ["127.0.0.1"] })).toMatchObject({ verdict: "healthy", message: "1 page" });
  expect(await run({ allowedURLFilters: ["("] })).toMatchObject({ isInvalid: true });
  expect(await run({}, `${site}/nothing`)).toMatchObject({ error: `${site}/nothing: the status is 404` });
});

test("follows only allowed domains, with limited parallelism", async () => {
  let [open, maxOpen] = [0, 0];
  const answer = server.answer;
  server.answer = (request, response) => {
    open += 1;
    maxOpen = Math.max(maxOpen, open);
    response.on("close", () => (open -= 1));
    answer(request, response);
  };
  await run({ parallelism: 1 });
  expect(maxOpen).toBe(1);
  server.requests.length = 0;
  await run({ allowedDomains: ["elsewhere.test"], depth: 1 });
  expect(server.requests.map(({ url }) => url)).toEqual(["/"]);
});
