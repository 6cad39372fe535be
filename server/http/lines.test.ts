import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { problem } from "#language/problem.ts";
import { testLog } from "#tests/support/database.ts";
import { inLines, wantsLines } from "./lines.ts";

const app = Fastify();
afterAll(() => app.close());
let work: (notify: () => void) => Promise<unknown> = async () => undefined;
let progress = 0;
app.get("/", (request, reply) => reply.send(inLines({ reply, request, log: testLog, now: () => progress }, work)));
const address = await app.listen({ host: "127.0.0.1", port: 0 });

const linesOf = async () => {
  const answer = await fetch(address);
  return (await answer.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { progress?: number; result?: unknown; problem?: unknown });
};

test("progress is sent in few lines even if it changes often, and the last line is the result", async () => {
  work = async (notify) => {
    for (progress = 1; progress < 1_000; progress += 1) notify();
    return { done: true };
  };
  const lines = await linesOf();
  expect(lines.at(-1)).toEqual({ result: { done: true } });
  expect(lines.length).toBeLessThan(20);
  expect(lines.slice(0, -1).every((line) => typeof line.progress === "number")).toBe(true);
});

test("a failure is sent as the last line, and the message of an unexpected error is not revealed", async () => {
  work = async () => Promise.reject(problem.notFound("scraper", "x"));
  expect((await linesOf()).at(-1)).toMatchObject({ problem: { status: 404, body: { id: "not_found" } } });
  work = async () => Promise.reject(new Error("the password is swordfish"));
  const last = JSON.stringify((await linesOf()).at(-1));
  expect(last).toContain('"status":500');
  expect(last).not.toContain("swordfish");
});

test.each([
  ["application/x-ndjson, application/json", true],
  ["Application/X-NDJSON;q=1", true],
  ["application/json, application/x-ndjson", false],
  ["*/*", false],
  [undefined, false],
])("whether the Accept header %s requests NDJSON lines: %s", (accept, wanted) => {
  expect(wantsLines({ headers: { accept } })).toBe(wanted);
});
