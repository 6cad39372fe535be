import Fastify from "fastify";
import { expect, test } from "vitest";
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

test("a Kratos that says nothing is given up, and told so when nobody waits any more", async () => {
  const kratos = await startLocalServer();
  let closed = 0;
  kratos.answer = (_, response) => response.once("close", () => (closed += 1));
  const app = Fastify();
  const answered: string[] = [];
  proxyRoutes(app, {
    kratosUrl: kratos.url,
    publicUrl: "http://localhost",
    answered: ({ url }) => answered.push(url),
    silenceMs: 50,
  });
  try {
    const address = await app.listen({ port: 0, host: "127.0.0.1" });
    const reply = await fetch(`${address}/api/.ory/sessions/whoami`);
    expect([reply.status, ((await reply.json()) as { message: string }).message]).toEqual([
      502,
      expect.stringContaining("cannot be reached"),
    ]);
    await expect.poll(() => closed).toBe(1);
    kratos.answer = (_, response) => response.writeHead(200, { "x-odd": "1" }).write("{");
    await fetch(`${address}/api/.ory/x`)
      .then((half) => half.text())
      .catch(() => {});
    expect(answered).toEqual(["/api/.ory/x"]);
  } finally {
    await app.close();
  }
});
