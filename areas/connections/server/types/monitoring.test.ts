import { createServer, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { monitoring, monitoringKeys } from "#tests/services/monitoring.ts";
import { startStandIns } from "#tests/services/stand-in.ts";
import { type Parts, tried } from "#tests/services/tried.ts";
import type { ConnectionType } from "../connection/connection-type.ts";
import { dynatrace } from "./dynatrace.ts";
import { elasticsearch } from "./elasticsearch.ts";
import { jmeter } from "./jmeter.ts";
import { windows } from "./windows.ts";

const standIns = await startStandIns(monitoring);
const { elastic } = monitoringKeys;
const host = "abc12345.live.dynatrace.com";
const properties = { scheme: "https" };

test.each<[title: string, type: ConnectionType, parts: Parts, expected: string]>([
  [
    "a key that Dynatrace does not know",
    dynatrace,
    { url: host, password: "dt0c01.wrong", properties },
    "Dynatrace does not accept the API key → Check the API key (mistyped, revoked, expired).",
  ],
  [
    "a key that is not allowed to read its owner",
    dynatrace,
    { url: `https://${host}`, password: monitoringKeys.dynatraceWithoutScope, properties },
    `Dynatrace at ${host}, with a valid key; reading its owner requires apiTokens.read`,
  ],
  [
    "a key that is turned off",
    dynatrace,
    { url: host, password: monitoringKeys.dynatraceOff, properties },
    "The API key quarterdeck is turned off → Turn it on in Dynatrace.",
  ],
  [
    "a password that Elasticsearch does not accept",
    elasticsearch,
    { url: "https://elastic.example:9200", username: "elastic", password: "wrong" },
    "Elasticsearch does not accept username and password → Check username and password (mistyped, revoked, expired).",
  ],
  [
    "a user who may not monitor",
    elasticsearch,
    { url: "https://elastic.example", username: "writer", password: elastic },
    "Elasticsearch accepts username and password, but the right to monitor the cluster is missing: action [cluster:monitor/health] is unauthorized for user [writer] → Grant the right to monitor the cluster.",
  ],
  [
    "a user and a password in the URL",
    elasticsearch,
    { url: `https://elastic:${elastic}@elastic.example:9200` },
    "Elasticsearch cluster orders, green, 3 nodes, as elastic",
  ],
  [
    "a cluster without security",
    elasticsearch,
    { url: "http://open-elastic.example:9200", username: "any", password: "any" },
    "Elasticsearch cluster orders, green, 3 nodes, without authentication",
  ],
])("tests a monitoring connection: %s", async (_, type, parts, expected) => {
  expect(await tried(type, parts, standIns)).toBe(expected);
});

test("accepts an unknown certificate with Insecure TLS", async () => {
  const parts = { url: "https://elastic.example", username: "elastic", password: elastic };
  expect(await tried(elasticsearch, parts, { outbound: standIns.untrusted })).toMatch(/unknown authority → /);
  expect(await tried(elasticsearch, { ...parts, insecure_tls: true }, { outbound: standIns.untrusted })).toBe(
    "Elasticsearch cluster orders, green, 3 nodes, as elastic",
  );
});

test("reports whether the port of JMeter is open", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = String((server.address() as AddressInfo).port);
  const parts = { url: "127.0.0.1", properties: { port } };
  expect(await tried(jmeter, parts, standIns)).toBe(`127.0.0.1, port ${port} is open; the service is not identified`);
  await new Promise((resolve) => server.close(resolve));
  expect(await tried(jmeter, parts, standIns)).toBe(
    "Nothing listens at this address → Check host and port, and that the service is running.",
  );
  expect(await tried(jmeter, { url: "127.0.0.1" }, standIns)).toMatch(/^Port is empty → /);
  expect(await tried(jmeter, { url: "127.0.0.1", properties: { port: "70000" } }, standIns)).toMatch(
    /^The port is not valid → /,
  );
});

test("a Windows connection has no test and explains why", () => {
  expect(windows.test).toBeUndefined();
  expect(windows.untested).toMatch(/has no host/);
});
