import { expect, test } from "vitest";
import { parse } from "yaml";
import { startTestServer } from "#tests/support/test-server.ts";

const clusterUrl = "https://kubernetes.example.org:6443";
const server = await startTestServer({ env: { KUBERNETES_URL: `${clusterUrl}/` } });
const without = await startTestServer();
const cookie = await server.signIn();

const download = (headers: Record<string, string> = { cookie }) => server.fetch("/api/kubeconfig", { headers });

interface Kubeconfig {
  apiVersion: string;
  kind: string;
  clusters: { name: string; cluster: { server: string } }[];
  users: { name: string; user: { token: string } }[];
  contexts: { name: string; context: { cluster: string; user: string } }[];
  "current-context": string;
}

test("DA-17 the file contains the cluster's address and a token of the person", async () => {
  const answer = await download();
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/yaml; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="127.0.0.1-kubeconfig.yaml"');
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const file = parse(await answer.text()) as Kubeconfig;
  expect(file).toEqual({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "127.0.0.1", cluster: { server: clusterUrl } }],
    users: [{ name: server.administrator.email, user: { token: expect.stringMatching(/^qd_/) } }],
    contexts: [{ name: "127.0.0.1", context: { cluster: "127.0.0.1", user: server.administrator.email } }],
    "current-context": "127.0.0.1",
  });
  const { token } = file.users[0]!.user;
  const whoami = await server.fetch("/api/auth/whoami", { headers: { authorization: `Bearer ${token}` } });
  expect(await whoami.json()).toMatchObject({ payload: { user: { email: server.administrator.email } } });
});

test("the token of a kubeconfig is listed, expires after 90 days, and can be deleted", async () => {
  const { users } = parse(await (await download()).text()) as Kubeconfig;
  const authorization = `Bearer ${users[0]!.user.token}`;
  const { payload } = (await (await server.fetch("/api/auth/tokens", { headers: { cookie } })).json()) as {
    payload: { id: string; name: string; created_at: string; expires_at: string }[];
  };
  const [listed] = payload;
  expect(listed?.name).toMatch(/^kubeconfig \d{4}-/);
  const days = (Date.parse(listed!.expires_at) - Date.parse(listed!.created_at)) / 86_400_000;
  expect(Math.round(days)).toBe(90);
  await server.fetch(`/api/auth/token/${listed!.id}`, {
    method: "DELETE",
    headers: { cookie, origin: server.url },
  });
  expect((await server.fetch("/api/auth/whoami", { headers: { authorization } })).status).toBe(401);
  const entries = await server.system.db.system
    .selectFrom("audit_log")
    .select(["action", "actor_kind", "address"])
    .where("resource_id", "=", listed!.id)
    .orderBy("created_at")
    .execute();
  expect(entries).toEqual([
    { action: "create", actor_kind: "person", address: "127.0.0.1" },
    { action: "delete", actor_kind: "person", address: "127.0.0.1" },
  ]);
});

test("a read-only token cannot download a file, because the file's token has more permissions", async () => {
  const reply = await server.fetch("/api/auth/create_token", {
    method: "POST",
    headers: { cookie, origin: server.url, "content-type": "application/json" },
    body: JSON.stringify({ name: "reads", read_only: true }),
  });
  const { payload } = (await reply.json()) as { payload: { token: string } };
  expect((await download({ authorization: `Bearer ${payload.token}` })).status).toBe(403);
});

test("every download creates its own token", async () => {
  // A hundred downloads, so that some happen in the same millisecond.
  const files = await Promise.all(Array.from({ length: 100 }, () => download()));
  expect(files.map((file) => file.status)).toEqual(files.map(() => 200));
  const tokens = await Promise.all(
    files.map(async (file) => (parse(await file.text()) as Kubeconfig).users[0]!.user.token),
  );
  expect(new Set(tokens).size).toBe(files.length);
});

test("a download requires a session and is refused from another site", async () => {
  const count = async () => (await server.system.db.system.selectFrom("access_tokens").select("id").execute()).length;
  const before = await count();
  expect((await download({})).status).toBe(401);
  const led = await download({ cookie, "sec-fetch-site": "cross-site" });
  expect([led.status, ((await led.json()) as { id: string }).id]).toEqual([403, "security_csrf_violation"]);
  expect(await count()).toBe(before);
  expect((await download({ cookie, "sec-fetch-site": "same-origin" })).status).toBe(200);
});

test("an access token that expires within 90 days cannot download a file", async () => {
  const reply = await server.fetch("/api/auth/create_token", {
    method: "POST",
    headers: { cookie, origin: server.url, "content-type": "application/json" },
    body: JSON.stringify({ name: "short", expiry: "7d" }),
  });
  const { payload } = (await reply.json()) as { payload: { token: string } };
  const answer = await download({ authorization: `Bearer ${payload.token}` });
  expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
    400,
    "The new token must not expire later than the token that creates it.",
  ]);
});

test("without a cluster, the download fails with the reason", async () => {
  const headers = { cookie: await without.signIn() };
  const about = async (target: typeof server, who: Record<string, string>) =>
    (await target.fetch("/api/kubeconfig/about", { headers: who })).json();
  expect(await about(without, headers)).toMatchObject({ server: null });
  expect(await about(server, { cookie })).toEqual({
    server: clusterUrl,
    filename: "127.0.0.1-kubeconfig.yaml",
    valid_days: 90,
  });
  const answer = await without.fetch("/api/kubeconfig", { headers });
  expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
    404,
    "No Kubernetes cluster is configured, so there is no kubeconfig to download.",
  ]);
});
