// Tests live log views over HTTP, and clients that disconnect.
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openEstate, type Someone } from "../permissions/estate-server.ts";
import { startLocalServer } from "../support/local-server.ts";
import { until } from "../support/running-system.ts";
import { startTestServer } from "../support/test-server.ts";

const folder = mkdtempSync(join(tmpdir(), "quarterdeck-api-log-tails-"));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const logs = join(folder, "logs");
mkdirSync(logs);
const quay = join(logs, "quay.log");
const line = (text: string) => `${new Date().toISOString()} ${text}\n`;
writeFileSync(quay, line("INFO ship arrived"));

const server = await startTestServer({ env: { ALLOW_DIRECTORIES: logs, DATA_DIR: join(folder, "data") } });
const { person } = await openEstate(server);
const admin = await person({ roles: ["admin"] });
const viewer = await person({ roles: ["viewer"] });

const save = async (name: string, backends: readonly object[]) => {
  const { status } = await admin.ask("/logging_backends", { method: "POST", body: { name, spec: { backends } } });
  expect(status).toBe(201);
};
await save("files", [{ file: { path: [quay] } }]);

const post = (who: Someone, path: string, body: object, signal: AbortSignal) =>
  server.fetch(path, {
    method: "POST",
    headers: { authorization: `Bearer ${who.token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });

interface TailLine {
  lines?: { message: string }[];
  warnings?: string[];
}

/** Reads a live view until the signal is aborted, and collects its lines. */
async function follow(body: object, signal: AbortSignal) {
  const answer = await post(viewer, "/api/logs/tail", body, signal);
  expect(answer.headers.get("content-type")).toContain("application/x-ndjson");
  const found: TailLine[] = [];
  const done = (async () => {
    let text = "";
    for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += piece;
      const parts = text.split("\n");
      text = parts.pop()!;
      found.push(...parts.map((part) => JSON.parse(part) as TailLine));
    }
  })().catch(() => {});
  return { found, done };
}

const messagesIn = (found: readonly TailLine[]) =>
  found.flatMap(({ lines = [] }) => lines.map(({ message }) => message));

test("a backend can be followed live, with heartbeats while it is silent", async () => {
  const stop = new AbortController();
  const { found, done } = await follow({ backend: "files", query: "-noise" }, stop.signal);
  await until(
    () => {
      appendFileSync(quay, line("INFO noise") + line("WARN ship leaves"));
      return messagesIn(found);
    },
    (messages) => messages.some((message) => message.includes("ship leaves")),
    60_000,
  );
  expect(messagesIn(found).some((message) => message.includes("noise"))).toBe(false);
  const before = found.length;
  await until(
    () => found.slice(before),
    (rest) => rest.some(({ lines }) => lines?.length === 0),
    60_000,
  );
  stop.abort();
  await done;
});

test("many lines that arrive at once are sent in messages of limited size, in order", async () => {
  const stop = new AbortController();
  const { found, done } = await follow({ backend: "files", query: "flood" }, stop.signal);
  await until(
    () => found.length,
    (count) => count > 0,
    60_000,
  );
  const numbers = Array.from({ length: 3_500 }, (_, number) => number);
  appendFileSync(quay, numbers.map((number) => line(`INFO flood ${number}`)).join(""));
  await until(
    () => messagesIn(found).length,
    (count) => count >= numbers.length,
    60_000,
  );
  expect(messagesIn(found).map((message) => Number(message.split("flood ")[1]))).toEqual(numbers);
  expect(Math.max(...found.map(({ lines = [] }) => lines.length))).toBeLessThanOrEqual(1_000);
  stop.abort();
  await done;
});

test("a failing log source is reported, and the other sources are followed", async () => {
  await save("half", [{ file: { path: [quay] } }, { file: { path: ["/etc/passwd"] } }]);
  const stop = new AbortController();
  const { found, done } = await follow({ backend: "half" }, stop.signal);
  await until(
    () => {
      appendFileSync(quay, line("INFO half of it"));
      return found;
    },
    (all) => messagesIn(all).some((message) => message.includes("half of it")) && all.some(({ warnings }) => warnings),
    60_000,
  );
  expect(found.flatMap(({ warnings = [] }) => warnings)).toEqual([
    expect.stringContaining("half (Files): /etc is not within"),
  ]);
  stop.abort();
  await done;
});

test("when a client disconnects, the requests of its search are aborted", async () => {
  const target = await startLocalServer();
  const open = new Set<unknown>();
  target.answer = (request) => {
    open.add(request);
    request.socket.once("close", () => open.delete(request));
  };
  await save("silent", [{ loki: { url: target.url } }]);
  const stop = new AbortController();
  const reading = post(viewer, "/api/logs", { backend: "silent", labels: { app: "x" } }, stop.signal).catch(() => {});
  await until(
    () => open.size,
    (count) => count === 1,
    60_000,
  );
  stop.abort();
  await reading;
  const left = await until(
    () => open.size,
    (count) => count === 0,
    60_000,
  );
  expect(left).toBe(0);
});

test("a person may have at most ten live views, and a client that disconnects frees its view", async () => {
  const guest = await person({ roles: ["viewer"] });
  const stop = new AbortController();
  const statusOf = async ({ signal }: AbortController) =>
    (await post(guest, "/api/logs/tail", { backend: "files" }, signal)).status;
  for (let count = 0; count < 10; count += 1) expect(await statusOf(stop)).toBe(200);
  expect(await statusOf(stop)).toBe(429);
  stop.abort();
  const again = new AbortController();
  await until(
    () => statusOf(again),
    (status) => status === 200,
    60_000,
  );
  again.abort();
});
