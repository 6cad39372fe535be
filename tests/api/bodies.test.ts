// Tests deeply nested bodies, and JSON requests without a body, at every route that accepts a body.
import { connect } from "node:net";
import { expect, test } from "vitest";
import { maxJsonDepth } from "#lib/json/read-json.ts";
import { readDocuments } from "#server/manifests/yaml-documents.ts";
import { openEstate } from "../permissions/estate-server.ts";
import { expectedRoutes, type ExpectedRoute } from "../permissions/expected-routes.ts";
import { startTestServer } from "../support/test-server.ts";

const { server, person } = await openEstate(await startTestServer({ env: { OPEN_REGISTRATION: "true" } }));
const admin = await person({ roles: ["admin"] });
const authorization = `Bearer ${admin.token}`;

const levels = 20_000;
const lists = "[".repeat(levels) + "]".repeat(levels);
const objects = '{"a":'.repeat(levels) + "1" + "}".repeat(levels);
const withBody = expectedRoutes.filter(({ method }) => method !== "GET");

async function send(method: string, path: string, body: string, type = "application/json") {
  const answer = await server.fetch(path, { method, headers: { authorization, "content-type": type }, body });
  return { status: answer.status, text: await answer.text() };
}

test.each(withBody.map((route) => [`${route.method} ${route.path}`, route] as const))(
  "%s does not fail on a body nested 20,000 levels deep",
  async (_, { method, path, as = path }: ExpectedRoute) => {
    for (const body of [lists, objects, `{"name":"x","spec":${objects}}`]) {
      const { status, text } = await send(method, as, body);
      expect([status < 500, text]).toEqual([true, text]);
    }
  },
);

test.each([
  ["POST", "/api/db/canaries"],
  ["PATCH", "/api/db/canaries?id=eq.00000000-0000-4000-8000-000000000001"],
  ["PUT", "/api/db/properties?name=eq.x"],
  ["POST", "/api/db/canaries?on_conflict=id"],
  ["POST", "/api/db/rpc/related_configs_recursive"],
  ["POST", "/api/canary/api/push"],
  ["POST", "/api/resources/search"],
  ["POST", "/api/auth/create_token"],
])("%s %s reports the nesting limit", async (method, path) => {
  const { status, text } = await send(method, path, `{"name":"x","spec":${objects}}`);
  expect(status).toBe(400);
  expect(text).toContain(`nested more than ${maxJsonDepth} levels deep`);
});

test("a body as deep as the limit is stored and read back", async () => {
  const spec = `${'{"a":'.repeat(maxJsonDepth - 2)}1${"}".repeat(maxJsonDepth - 2)}`;
  const written = await send("POST", "/api/db/playbooks?select=id,spec", `{"name":"deep","spec":${spec}}`);
  // The write hook of playbooks decides whether the spec is valid.
  expect([201, 400]).toContain(written.status);
  expect(written.text).not.toContain("levels deep");
});

test.each([
  ["a document in a filter", `/api/db/canaries?spec=cs.${encodeURIComponent(objects)}`],
  ["a list in a filter", `/api/db/canaries?spec=eq.${encodeURIComponent(lists)}`],
  ["groups of filters", `/api/db/canaries?or=${"(and".repeat(levels)}(name.eq.x)${")".repeat(levels)}`],
  ["embeds", `/api/db/canaries?select=${"checks(".repeat(levels)}id${")".repeat(levels)}`],
  ["a path into a document", `/api/db/canaries?select=spec${"->a".repeat(levels)}`],
  ["an argument of a function", `/api/db/rpc/related_configs_recursive?config_id=${encodeURIComponent(lists)}`],
])("%s nested 20,000 levels deep is refused", async (_, path) => {
  const answer = await server.fetch(path, { headers: { authorization } });
  expect(await answer.text()).not.toBe("");
  expect(answer.status).toBe(400);
});

test.each([
  ["lists", lists],
  ["objects", objects],
  ["block lists", "- ".repeat(levels) + "x"],
  ["block objects", Array.from({ length: 2_000 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
])("a YAML document of deeply nested %s is reported as an error in its file", (_, text) => {
  const [document] = readDocuments(text);
  expect(document!.value).toBeUndefined();
  expect(document!.faults).toMatchObject([{ message: expect.stringMatching(/levels deep/) as string }]);
});

test("a YAML document whose aliases expand exponentially is reported as an error in its file", () => {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
  for (let n = 1; n < 12; n += 1)
    lines.push(`a${n}: &a${n} [${Array.from({ length: 10 }, () => `*a${n - 1}`).join(", ")}]`);
  const [document] = readDocuments(lines.join("\n"));
  expect(document!.value).toBeUndefined();
  expect(document!.faults).toMatchObject([{ message: expect.stringMatching(/alias/i) as string }]);
});

const framings = {
  "no length": "",
  "Content-Length: 0": "content-length: 0\r\n",
  "an empty chunked body": "transfer-encoding: chunked\r\n",
};

function bare(method: string, path: string, framing: keyof typeof framings): Promise<string> {
  const { hostname, port, host } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let received = "";
    const head =
      `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${authorization}\r\n` +
      `content-type: application/json\r\nconnection: close\r\n${framings[framing]}\r\n`;
    const socket = connect(Number(port), hostname, () =>
      socket.write(head + (framing === "an empty chunked body" ? "0\r\n\r\n" : "")),
    );
    socket.on("data", (data) => (received += data.toString()));
    socket.on("close", () => resolve(received));
    socket.on("error", reject);
  });
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

test.each(withBody.map((route) => [`${route.method} ${route.path}`, route] as const))(
  "%s accepts a request with a JSON content type and no body",
  async (_, { method, path, as = path }: ExpectedRoute) => {
    for (const framing of Object.keys(framings) as (keyof typeof framings)[]) {
      const answer = await bare(method, as, framing);
      expect(answer).not.toMatch(/body cannot be empty/i);
      expect(statusOf(answer)).toBeLessThan(500);
    }
  },
);

test.each(Object.keys(framings) as (keyof typeof framings)[])("DELETE and POST succeed with %s", async (framing) => {
  await send("POST", "/api/db/properties", '{"name":"to.delete","value":"1"}');
  expect(statusOf(await bare("DELETE", "/api/db/properties?name=eq.to.delete", framing))).toBe(204);
  const { body } = await admin.ask("/properties?name=eq.to.delete");
  expect(body).toEqual([]);
  expect(statusOf(await bare("POST", "/api/catalog/summary", framing))).toBe(200);
  const reply = await send("POST", "/api/auth/create_token", '{"name":"short","expiry":"7d"}');
  expect(reply.status).toBe(200);
  const { id } = (JSON.parse(reply.text) as { payload: { id: string } }).payload;
  expect(statusOf(await bare("DELETE", `/api/auth/token/${id}`, framing))).toBe(200);
});

test("the server is still healthy after these requests", async () => {
  expect(await (await server.fetch("/api/_health")).json()).toEqual({ health: "ok" });
});
