import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { startLocalServer } from "../../../../tests/local-server.ts";
import { ownCookie, ownPlace, proxyRoutes, targetOf } from "./proxy.ts";

const kratosUrl = "http://kratos:4433/base";

test("a path stays below Kratos' address, whatever stands in it", () => {
  expect(targetOf(kratosUrl, "/api/.ory/self-service/login?flow=a%2Fb&x=../..")?.href).toBe(
    `${kratosUrl}/self-service/login?flow=a%2Fb&x=../..`,
  );
  for (const path of ["/../x", "/a/../b", "/%2e%2e/x", "/.%2E/x", "/./x", "\\..\\x", "/a b"])
    expect(targetOf(kratosUrl, `/api/.ory${path}`)).toBeUndefined();
  for (const url of ["/api/.ory", "/api/.oryx/y", "/api/.ory@evil.example/x", "/other"])
    expect(targetOf(kratosUrl, url)).toBeUndefined();
});

test.each([
  [`${kratosUrl}/self-service/x?y=1`, "https://deck.example.org/api/.ory/self-service/x?y=1"],
  [kratosUrl, "https://deck.example.org/api/.ory"],
  [`${kratosUrl}ment/x`, `${kratosUrl}ment/x`],
  ["/login?flow=f", "/login?flow=f"],
  ["https://accounts.example.org/auth", "https://accounts.example.org/auth"],
])("%s leads to %s", (location, place) => {
  expect(ownPlace(location, { kratosUrl, origin: "https://deck.example.org" })).toBe(place);
});

test.each([
  ["a=1; Domain=kratos.internal; Path=/", "a=1; Path=/"],
  ["a=1; Path=/; domain=.example.org; Secure", "a=1; Path=/; domain=.example.org; Secure"],
  ["a=1; Domain=deck.example.org", "a=1; Domain=deck.example.org"],
  ["a=1; Domain=ample.org", "a=1"],
  ["a=1", "a=1"],
])("the cookie %s is set as %s", (cookie, own) => {
  expect(ownCookie(cookie, "deck.example.org")).toBe(own);
});

async function startProxy(kratosUrl: string, silenceMs?: number) {
  const app = Fastify();
  const answered: string[] = [];
  proxyRoutes(app, {
    kratosUrl,
    publicUrl: "http://localhost",
    allowedHosts: [],
    answered: ({ url }) => answered.push(url),
    ...(silenceMs !== undefined && { silenceMs }),
  });
  onTestFinished(() => app.close());
  return { address: await app.listen({ port: 0, host: "127.0.0.1" }), answered };
}

test("a Kratos that says nothing, or stops in the middle, is given up", async () => {
  const kratos = await startLocalServer();
  kratos.answer = () => {};
  const { address, answered } = await startProxy(kratos.url, 50);
  const reply = await fetch(`${address}/api/.ory/sessions/whoami`);
  expect([reply.status, ((await reply.json()) as { message: string }).message]).toEqual([
    502,
    expect.stringContaining("cannot be reached"),
  ]);
  kratos.answer = (_, response) => response.writeHead(200).write("{");
  const half = await fetch(`${address}/api/.ory/x`);
  await expect(half.text()).rejects.toThrow();
  expect(answered).toEqual(["/api/.ory/x"]);
});

test("Kratos is not kept waiting for somebody who has gone", async () => {
  const kratos = await startLocalServer();
  let closed = 0;
  kratos.answer = (_, response) => response.once("close", () => (closed += 1));
  const { address } = await startProxy(kratos.url);
  const leaving = new AbortController();
  const asked = fetch(`${address}/api/.ory/sessions/whoami`, { signal: leaving.signal }).catch(() => "gone");
  await expect.poll(() => kratos.requests.length).toBe(1);
  leaving.abort();
  expect(await asked).toBe("gone");
  await expect.poll(() => closed).toBe(1);
});
