import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act } from "react";
import { beforeEach, expect, test } from "vitest";
import { AccessProvider } from "#console/access/AccessProvider.tsx";
import { createQueryClient } from "#console/client/query.ts";
import { parseSearch, printSearch } from "#console/url/search.ts";
import { RegistryContext, registryOf } from "#console/shell/registry.ts";
import type { Role } from "#language/roles.ts";
import { draw, press, until } from "#tests/console/draw.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import type { LogLine } from "../../contract.ts";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();
// The data API client reads the page address when it is imported.
happyDOM.setURL(`${server.url}/`);
const { LogsBody } = await import("./LogsBody.tsx");
const { NoBackend } = await import("./LogsStates.tsx");
const { useLogs } = await import("./use-logs.ts");

beforeEach(() => {
  server.requests.length = 0;
});

const line = (id: string, given: Partial<LogLine> = {}): LogLine => ({
  id,
  timestamp: "2026-11-17T10:00:00.000Z",
  firstObserved: "2026-11-17T10:00:00.000Z",
  lastObserved: "2026-11-17T10:00:00.000Z",
  count: 1,
  message: `line ${id}`,
  hash: id,
  labels: {},
  ...given,
});

interface Page {
  results: readonly LogLine[];
  cursor?: string;
  warnings?: readonly string[];
}

/** Responds to searches in this order; a number is an HTTP status. The last response is repeated. */
function answerWith(pages: readonly (Page | number)[], backends: readonly object[] = [shop]) {
  let next = 0;
  server.answer = (request, response, body) => {
    if (request.url === "/api/logs/backends")
      return json(200, { backends, offersJournal: true })(request, response, body);
    if (request.url === "/api/logs/histogram")
      return json(200, { start: "2026-11-17T10:00:00Z", interval: 60_000, buckets: [] })(request, response, body);
    if (request.url !== "/api/logs") return json(200, [])(request, response, body);
    const page = pages[Math.min(next, pages.length - 1)]!;
    next += 1;
    if (typeof page === "number") return json(page, { error: "Shop: Nothing listens" })(request, response, body);
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    response.write(`${JSON.stringify({ progress: { searched: 1, total: 2 } })}\n`);
    response.end(`${JSON.stringify({ result: { total: page.results.length, ...page } })}\n`);
  };
}

const shop = { id: "b1", name: "Shop", source: "UI", types: ["file"], hasLanguage: false };

function Shown() {
  const logs = useLogs();
  if (logs.request) return <LogsBody logs={logs} request={logs.request} />;
  return logs.backends.data ? <NoBackend offersJournal={logs.backends.data.offersJournal} /> : "loading";
}

async function shown(search = "", role: Role = "admin") {
  const me = {
    user: { id: "1", name: "Ada", email: null, avatar: null },
    roles: [role],
    permissions: [],
    hostname: "h",
  };
  const registry = registryOf([]);
  const client = createQueryClient();
  const page = () => (
    <QueryClientProvider client={client}>
      <RegistryContext value={registry}>
        <AccessProvider me={me} properties={[]}>
          <Shown />
        </AccessProvider>
      </RegistryContext>
    </QueryClientProvider>
  );
  happyDOM.setURL(`${server.url}/logs${search}`);
  const history = createMemoryHistory({ initialEntries: [`/logs${search}`] });
  const root = createRootRoute({ component: page, notFoundComponent: page });
  const router = createRouter({ routeTree: root, history, parseSearch, stringifySearch: printSearch as never });
  const { element } = await draw(<RouterProvider router={router as never} />);
  await act(() => router.load());
  return element;
}

const searches = () =>
  server.requests
    .filter(({ url }) => url === "/api/logs")
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);

test("a search continues after an empty page until it finds lines", async () => {
  answerWith([{ results: [], cursor: "c1" }, { results: [], cursor: "c2" }, { results: [line("1")] }]);
  const element = await shown("?level=error&query=x");
  await until(() => expect(element.textContent).toContain("1 line"));
  expect(searches().map(({ cursor }) => cursor)).toEqual([undefined, "c1", "c2"]);
  expect(searches()[0]).toMatchObject({
    backend: "b1",
    query: "x",
    match: ["severity == 'error' || severity == 'fatal'"],
  });
  // All pages have the same range.
  expect(new Set(searches().map(({ start, end }) => `${String(start)} ${String(end)}`)).size).toBe(1);
});

test("a long search shows its progress, and can be cancelled and repeated", async () => {
  answerWith([{ results: [line("1")] }]);
  const { answer } = server;
  let isFirst = true;
  server.answer = (request, response, body) => {
    if (request.url !== "/api/logs" || !isFirst) return answer(request, response, body);
    isFirst = false;
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    // This result never arrives.
    response.write(`${JSON.stringify({ progress: { searched: 64 * 1024 * 1024, total: 1024 ** 3 } })}\n`);
  };
  const element = await shown("?query=x");
  const button = (label: string) =>
    [...element.querySelectorAll("button")].find(({ textContent }) => textContent === label)!;
  await until(() => expect(element.textContent).toContain("Searched 64 MiB of 1 GiB"));
  await press(button("Cancel"));
  await until(() => expect(element.textContent).toContain("The search was cancelled"));
  await press(button("Search again"));
  await until(() => expect(element.textContent).toContain("1 line"));
});

test("an empty result offers to clear the search and to search a longer time", async () => {
  answerWith([{ results: [] }]);
  const element = await shown("?query=x");
  await until(() => expect(element.textContent).toContain("There are no logs matching the search query"));
  expect([...element.querySelectorAll("button")].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(["Clear the search", "Search 24 hours"]),
  );
});

test("an unreachable backend is reported, and the search can be retried", async () => {
  answerWith([404, { results: [line("1")], warnings: ["North: timed out"] }]);
  const element = await shown();
  await until(() => expect(element.querySelector('[role="alert"]')?.textContent).toContain("Shop: Nothing listens"));
  await press([...element.querySelectorAll("button")].find(({ textContent }) => textContent === "Try again")!);
  await until(() => expect(element.textContent).toContain("1 line"));
  expect(element.querySelector('[role="alert"]')).toBeNull();
  expect(element.textContent).toContain("North: timed out");
});

test("without a backend, administrators can add the journal, and readers are asked to choose a component", async () => {
  answerWith([], []);
  const element = await shown();
  await until(() => expect(element.textContent).toContain("Please select a component to view the logs"));
  expect(element.textContent).toContain("Add this machine’s journal");
  const other = await shown("", "viewer");
  await until(() => expect(other.textContent).toContain("You do not have access to any log backend."));
  expect(other.textContent).not.toContain("journal");
  expect(searches()).toEqual([]);
});
