// Uses a fake server that implements the needed part of the Kubernetes API over TLS.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createOutbound } from "#server/outbound/create-outbound.ts";
import { makeAuthority } from "#tests/support/certificates.ts";
import { clusterStore } from "./cluster-store.ts";

const ca = makeAuthority();
const tls = ca.issue({ names: ["127.0.0.1"] });
const objects: Readonly<Record<string, object>> = {
  "/api/v1/namespaces/shop/secrets/db": { kind: "Secret", data: { password: btoa("hunter2\n"), empty: "" } },
  "/api/v1/namespaces/shop/configmaps/db": {
    kind: "ConfigMap",
    data: { host: "db.shop.svc" },
    binaryData: { cert: btoa("bytes") },
  },
};
let token = "first-token";
let hangs = false;
const asked: string[] = [];
const server = createServer(tls, (request, response) => {
  asked.push(`${request.method} ${request.url}`);
  if (hangs) return;
  const answer = (status: number, body: object) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (request.headers.authorization !== `Bearer ${token}`) return answer(401, { kind: "Status", code: 401 });
  if (request.url!.includes("/kube-system/")) return answer(403, { kind: "Status", reason: "Forbidden" });
  if (request.url!.includes("/broken/")) return answer(503, { kind: "Status" });
  const found = objects[request.url!];
  if (found) answer(200, found);
  else answer(404, { kind: "Status", reason: "NotFound" });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const serviceAccount = mkdtempSync(join(tmpdir(), "quarterdeck-account-"));
writeFileSync(join(serviceAccount, "token"), `${token}\n`);
writeFileSync(join(serviceAccount, "ca.crt"), ca.certificate);
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(serviceAccount, { recursive: true });
});

const cluster = { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, serviceAccount };
const store = clusterStore(cluster, createOutbound({ trust: "system" }));
const read = (kind: "secret" | "configmap", key: string, { namespace = "shop", name = "db" } = {}) =>
  store.read({ kind, namespace, name, key }, AbortSignal.timeout(5_000));

test("reads secrets and config maps as the service account", async () => {
  expect(await read("secret", "password")).toBe("hunter2\n");
  expect(await read("secret", "empty")).toBe("");
  expect(await read("configmap", "host")).toBe("db.shop.svc");
  expect(await read("configmap", "cert")).toBe("bytes");
  expect(asked[0]).toBe("GET /api/v1/namespaces/shop/secrets/db");
});

test("reads the token again after it was renewed", async () => {
  token = "second-token";
  await expect(read("secret", "password")).rejects.toThrow("The cluster does not allow reading");
  writeFileSync(join(serviceAccount, "token"), token);
  expect(await read("secret", "password")).toBe("hunter2\n");
});

test.each([
  ["a missing key", "secret", "user", {}, 'does not have the key "user" of the secret "db" in the namespace "shop"'],
  ["a missing secret", "secret", "x", { name: "none" }, 'does not have the key "x" of the secret "none"'],
  [
    "an object that the account is not allowed to read",
    "configmap",
    "x",
    { namespace: "kube-system" },
    "does not allow reading",
  ],
  ["a failing cluster", "secret", "x", { namespace: "broken" }, "responded with status 503"],
  ["a name with a path", "secret", "password", { name: "../db" }, "does not have"],
  ["a property of Object.prototype", "secret", "constructor", {}, "does not have"],
] as const)("reports %s", async (_, kind, key, where, sentence) => {
  await expect(read(kind, key, where)).rejects.toThrow(sentence);
});

test("the error contains the missing permission", async () => {
  await expect(read("configmap", "x", { namespace: "kube-system" })).rejects.toMatchObject({
    fix: "Allow the service account of Quarterdeck to get configmaps in the namespace kube-system.",
  });
});

test("does not send a request to a server with another certificate authority", async () => {
  const other = mkdtempSync(join(tmpdir(), "quarterdeck-account-"));
  writeFileSync(join(other, "token"), token);
  writeFileSync(join(other, "ca.crt"), makeAuthority("another").certificate);
  const before = asked.length;
  const wanted = { kind: "secret", namespace: "shop", name: "db", key: "password" } as const;
  const elsewhere = clusterStore({ ...cluster, serviceAccount: other }, createOutbound({ trust: "system" }));
  await expect(elsewhere.read(wanted, AbortSignal.timeout(5_000))).rejects.toThrow(
    /could not be reached to read .*certificate/,
  );
  expect(asked.length).toBe(before);
  rmSync(other, { recursive: true });
  await expect(elsewhere.read(wanted, AbortSignal.timeout(5_000))).rejects.toThrow("cannot be used");
});

test("stops waiting for a cluster that does not respond", async () => {
  hangs = true;
  const wanted = { kind: "secret", namespace: "shop", name: "db", key: "password" } as const;
  await expect(store.read(wanted, AbortSignal.timeout(50))).rejects.toThrow("The cluster could not be reached to read");
  hangs = false;
});
