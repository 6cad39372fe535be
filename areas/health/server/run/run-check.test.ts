// Tests the result of a run: the outcome of the kind, the cause of a failure, and the removal of secrets.
import { once } from "node:events";
import { createServer as createWebServer } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { Json } from "#language/columns.ts";
import { result, type Say, type Written } from "#tests/support/spoken-check.ts";
import { CheckInvalid, CouldNotCheck, type CheckRun, type Outcome } from "../check-kind.ts";

test("returns the outcome of the kind", async () => {
  const start = Date.now();
  const reported = await result(
    {},
    { pass: true, message: "well", detail: { a: 1 }, labels: { b: "c" }, data: { d: 1 } },
  );
  for (const absent of ["isSpoiled", "createdChecks", "createdCanaries"] as const)
    expect(reported[absent]).toBeUndefined();
  expect(reported).toMatchObject({
    verdict: "healthy",
    isInvalid: false,
    message: "well",
    error: "",
    detail: { a: 1 },
    labels: { b: "c" },
    data: { d: 1 },
  });
  expect(reported.start.getTime()).toBeGreaterThanOrEqual(start);
  expect(reported.durationMs).toBeGreaterThanOrEqual(0);
});

test.each([
  [
    "an unknown type",
    { type: "unheardOf" },
    {},
    "unhealthy",
    true,
    "This version of Quarterdeck has no checks of the type unheardOf.",
  ],
  [
    "a spec that its kind refuses",
    { url: 1 },
    {},
    "unhealthy",
    true,
    "url Invalid input: expected string, received number.",
  ],
  [
    "a spec that cannot work",
    {},
    () => {
      throw new CheckInvalid("No such thing.");
    },
    "unhealthy",
    true,
    "No such thing.",
  ],
  [
    "a fault of ours",
    {},
    () => {
      throw new CouldNotCheck("No room.");
    },
    "could_not_check",
    false,
    "No room.",
  ],
  [
    "a fault of the other side",
    {},
    () => {
      throw Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    },
    "unhealthy",
    false,
    "Nothing listens at this address. Check host and port, and that the service is running.",
  ],
] as [string, Written, Say | Outcome, string, boolean, string][])(
  "reports %s",
  async (_, spec, outcome, verdict, isInvalid, error) => {
    expect(await result(spec, outcome)).toMatchObject({ verdict, isInvalid, error });
  },
);

test("stops a hanging run at its deadline, and does not report an aborted run as a failure of the target", async () => {
  const hang = () => new Promise<Outcome>(() => {});
  expect(await result({}, hang, { signal: AbortSignal.timeout(20) })).toMatchObject({
    verdict: "unhealthy",
    error: "The check did not finish in time",
  });
  const over = new AbortController();
  const late = result({}, hang, { signal: over.signal });
  over.abort(new DOMException("It was not done after 59s", "TimeoutError"));
  expect(await late).toMatchObject({ verdict: "unhealthy", error: "It was not done after 59s" });
  // Before the first attempt nothing is known about the target.
  const waiting = result({ retries: { delay: "1h" } }, hang, { signal: AbortSignal.timeout(20) });
  expect(await waiting).toMatchObject({ verdict: "could_not_check", error: "The check did not finish in time" });
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  expect(await result({ type: "http", url }, undefined, { signal: AbortSignal.timeout(200) })).toMatchObject({
    verdict: "unhealthy",
    error: expect.stringMatching(/^127\.0\.0\.1:\d+ did not respond in time\./),
  });
  silent.close();
  const stopping = new AbortController();
  const stopped = result({}, hang, { signal: stopping.signal });
  stopping.abort();
  expect(await stopped).toMatchObject({ verdict: "could_not_check", error: "The run was aborted before it finished" });
});

test("reports an open port as healthy and a closed port as unhealthy", async () => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await result({ type: "tcp", endpoint })).toMatchObject({ verdict: "healthy" });
  await new Promise((resolve) => server.close(resolve));
  expect(await result({ type: "tcp", endpoint })).toMatchObject({
    verdict: "unhealthy",
    isInvalid: false,
    error: `Nothing listens at ${endpoint}. Check host and port, and that the service is running.`,
  });
});

const coded = (code: string) => Object.assign(new Error("connect"), { code });

test("a failure message contains the address, even if a driver wraps the error", async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const hungUp = () => Promise.reject(new Error("of a driver", { cause: coded("ECONNRESET") }));
  const reached = async (run: CheckRun) => (await run.outbound.connect({ host: "127.0.0.1", port })).destroy();
  expect(await result({}, async (_, run) => (await reached(run), hungUp()))).toMatchObject({
    error: expect.stringMatching(new RegExp(`^127\\.0\\.0\\.1:${port} closed the connection\\.`)),
  });
  // With two targets it is unknown which target failed.
  const two: Say = async (_, run) => {
    await reached(run);
    await run.outbound.connect({ host: "127.0.0.1", port: 1 }).catch(() => {});
    return hungUp();
  };
  expect(await result({}, two)).toMatchObject({ error: expect.stringMatching(/^The server closed the connection\./) });
  silent.close();
});

test("reports a forbidden address as a fault of the check, not of the target", async () => {
  const refused = { verdict: "unhealthy", isInvalid: true, error: expect.stringContaining("metadata service") };
  expect(await result({ type: "tcp", endpoint: "169.254.169.254:80" })).toMatchObject(refused);
  expect(await result({ type: "http", url: "http://169.254.169.254/" })).toMatchObject(refused);
  expect(await result({ type: "http", url: "http://169.254.169.254/", crawl: {} })).toMatchObject(refused);
  expect(await result({ type: "postgres", url: "postgres://169.254.169.254/db" })).toMatchObject(refused);
  expect(await result({ type: "mongodb", url: "mongodb://169.254.169.254/db" })).toMatchObject(refused);
  const bucket = { bucketName: "b", objectPath: "o", accessKey: { value: "k" }, secretKey: { value: "s" } };
  expect(
    await result({ type: "s3", ...bucket, region: "r", endpoint: "http://169.254.169.254", usePathStyle: true }),
  ).toMatchObject(refused);
});

test("reports a target that redirects to a forbidden address as unhealthy", async () => {
  const server = createWebServer((_, response) =>
    response.writeHead(302, { location: "http://169.254.169.254/latest/" }).end(),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  expect(await result({ type: "http", url: `http://127.0.0.1:${port}/` })).toMatchObject({
    verdict: "unhealthy",
    isInvalid: false,
    error: expect.stringContaining("metadata service"),
  });
  server.close();
});

test("removes secrets from everything that a run reports", async () => {
  const echo: Say = async (spec, { connection, value }) => {
    const { password } = await connection(spec);
    const token = await value("env://TOKEN");
    return {
      pass: false,
      message: `with ${password}`,
      error: `token ${token}`,
      detail: { sent: [password] },
      labels: { token },
      artifacts: [
        { path: "out.txt", body: Buffer.from(`said ${token}`) },
        { path: "raw", body: Buffer.from([0xff, 0]) },
      ],
      metrics: [{ name: "m", type: "gauge", labels: { token }, value: 1 }],
      data: { token },
    };
  };
  const reported = await result(
    { url: "x", password: "hunter2-and-more", transform: { expr: "[{'name': 'made', 'message': token}]" } },
    echo,
  );
  const { data, ...rest } = reported;
  expect(data).toMatchObject({ token: "tok-en-4711" });
  expect(rest).toMatchObject({
    message: "with ***",
    error: "token ***",
    labels: { token: "***" },
    metrics: [{ labels: { token: "***" } }],
  });
  expect(Buffer.from(rest.artifacts[0]!.body).toString()).toBe("said ***");
  expect([...rest.artifacts[1]!.body]).toEqual([0xff, 0]);
  expect(reported.createdChecks![0]!.message).toBe("***");
  expect(await result({}, async (_, { value }) => ({ pass: true, message: await value("env://OTHER") }))).toMatchObject(
    {
      verdict: "could_not_check",
      error:
        "Connections are not allowed to use the environment variable OTHER. The operator can allow it in ALLOW_ENV.",
    },
  );
});

test("limits the size of strings and durations", async () => {
  const reported = await result(
    {},
    { pass: false, message: "é".repeat(5_000), error: "x".repeat(200_000), durationMs: 1e12 },
  );
  expect(Buffer.byteLength(reported.message)).toBeLessThanOrEqual(4096);
  expect(reported.message).toMatch(/^é+…$/);
  expect(reported.error).toMatch(/^x{131069}…$/);
  expect(reported.durationMs).toBe(2 ** 31 - 1);
});

test.each([
  [400, ""],
  [600, "the result is nested too deeply"],
  [100_000, "the result is nested too deeply"],
])("limits the nesting depth of a result: %i levels", async (levels, error) => {
  let detail: Json = {};
  for (let n = 1; n < levels; n += 1) detail = n % 2 === 0 ? [detail] : { detail };
  expect(await result({}, { pass: true, detail })).toMatchObject({
    verdict: error === "" ? "healthy" : "unhealthy",
    error,
  });
});
