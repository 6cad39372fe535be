import { expect, test } from "vitest";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import type { SummaryAnswer } from "../../contract.ts";

const { server } = await openEstate(await startTestServer({ env: { ROLE: "web", VIEWS_PUBLIC: "true" } }));
const ask = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init);

test("serves every check and its changes to anonymous users where views are public", async () => {
  const answer = await ask("/api/canary/api/summary");
  expect(answer.status).toBe(200);
  const { checks_summary, cursor } = (await answer.json()) as SummaryAnswer;
  expect(checks_summary).toHaveLength(12);
  expect(await (await ask(`/api/canary/api/summary?since=${cursor}`)).json()).toMatchObject({ removed: [] });
});

test("rejects all other requests from anonymous users", async () => {
  const statuses = [
    await ask("/api/canary/api/summary?checkStatuses=5"),
    await ask("/api/canary/api/summary?includeDeleted=true"),
    await ask("/api/canary/api/summary", {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    }),
    await ask("/api/canary/api"),
    await ask("/api/db/checks?select=id"),
    await ask("/api/events"),
  ].map(({ status }) => status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401]);
});
