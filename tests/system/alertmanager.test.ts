// Tests Quarterdeck as the Alertmanager of Debian's Prometheus. Debian's amtool reads alerts and writes silences.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAccessToken } from "#areas/identity/server/access-tokens.ts";
import { describeWithServers } from "../servers/describe-with-servers.ts";
import { startAlertingPrometheus } from "../servers/prometheus.ts";
import { programEnv, programPath, serverFolder } from "../servers/server-process.ts";
import { until } from "../support/running-system.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const firing = (name: string) =>
  `{ alert: ${name}, expr: vector(1), labels: { severity: critical, team: web }, annotations: { summary: "${name} of web" } }`;
const quiet = (name: string) => firing(name).replace("vector(1)", "vector(1) > 1");

interface Listed {
  labels: Record<string, string>;
  status: { state: string; silencedBy: string[] };
}

describeWithServers("Prometheus and amtool", () => {
  let server: TestServer;
  let prometheus: Awaited<ReturnType<typeof startAlertingPrometheus>>;
  let amtool: (...args: string[]) => Promise<string>;

  beforeAll(async () => {
    server = await startTestServer();
    const db = server.system.db.system;
    const admin = await db
      .selectFrom("people")
      .select("id")
      .where("email", "=", server.administrator.email)
      .executeTakeFirstOrThrow();
    const tokenNamed = async (name: string) =>
      (await createAccessToken(db, { personId: admin.id, name, expiry: "7d" })).token;
    const folder = serverFolder("amtool");
    const config = folder.write("http.yml", `authorization: { credentials: ${await tokenNamed("amtool")} }\n`);
    const run = promisify(execFile);
    amtool = async (...args) => {
      const own = [`--alertmanager.url=${server.url}`, `--http.config.file=${config}`, ...args];
      const { stdout } = await run(programPath("amtool"), own, { env: { ...programEnv(), HOME: folder.path } });
      return stdout.trim();
    };
    prometheus = await startAlertingPrometheus(
      { host: new URL(server.url).host, token: await tokenNamed("prometheus") },
      `${firing("Down")}, ${firing("Slow")}`,
    );
  });
  afterAll(() => prometheus?.stop());

  const query = async (...args: string[]) =>
    JSON.parse(await amtool("alert", "query", "-o", "json", ...args)) as Listed[];
  const namesOf = (alerts: readonly Listed[]) =>
    alerts
      .map(({ labels }) => String(labels["alertname"]))
      .toSorted()
      .join();
  const statusOf = async (alertname: string) =>
    (
      await sql<{ status: string; severity: string; canary: string }>`
        select c.status, c.severity, k.name as canary
        from   checks c join canaries k on k.id = c.canary_id
        where  c.type = 'alert' and c.labels ->> 'alertname' = ${alertname}`.execute(server.system.db.system)
    ).rows[0];

  test("alerts of Prometheus become checks, and amtool lists them", async () => {
    await until(async () => (await statusOf("Down"))?.status === "unhealthy" && (await statusOf("Slow")) !== undefined);
    expect(await statusOf("Down")).toEqual({ status: "unhealthy", severity: "critical", canary: "prometheus" });
    expect(namesOf(await query())).toBe("Down,Slow");
    expect(namesOf(await query("alertname=~S.*", "team!=db"))).toBe("Slow");
    expect(await amtool("alert")).toContain("Down of web");
  });

  test("amtool silences an alert, shows the silence, and expires it", async () => {
    const id = await amtool(
      "silence",
      "add",
      "alertname=Down",
      "team=~w.*",
      "--author=ops",
      "--comment=release",
      "-d",
      "1h",
    );
    expect(id).toMatch(/^[\da-f-]{36}$/);
    await until(async () => namesOf(await query()) === "Slow");
    expect(await query("-s")).toMatchObject([
      { labels: { alertname: "Down" }, status: { state: "suppressed", silencedBy: [id] } },
    ]);
    const listed = JSON.parse(await amtool("silence", "query", "-o", "json")) as unknown[];
    expect(listed).toMatchObject([{ id, createdBy: "ops", comment: "release", status: { state: "active" } }]);
    expect(await amtool("silence", "query", "alertname=Down", "-q")).toBe(id);
    const { rows } = await sql<{ matchers: unknown }>`
      select matchers from notification_silences where id = ${id}`.execute(server.system.db.system);
    expect(rows).toEqual([
      {
        matchers: [
          { name: "alertname", value: "Down", isRegex: false, isEqual: true },
          { name: "team", value: "w.*", isRegex: true, isEqual: true },
        ],
      },
    ]);
    await amtool("silence", "update", "-d", "2h", "-c", "longer", id);
    expect(await amtool("silence", "query", "-q")).toBe(id);
    await amtool("silence", "expire", id);
    expect(await amtool("silence", "query", "-q")).toBe("");
    await until(async () => namesOf(await query()) === "Down,Slow");
  });

  test("amtool adds alerts, and reads the configuration", async () => {
    await amtool("alert", "add", "Manual", "severity=high", "--annotation=summary=by hand");
    expect(await statusOf("Manual")).toEqual({ status: "unhealthy", severity: "high", canary: "amtool" });
    expect(await amtool("config", "show")).toContain("quarterdeck");
    expect(await amtool("config", "routes", "test", "alertname=Manual")).toBe("quarterdeck");
  });

  test("an alert is resolved when Prometheus resolves it, and when Prometheus stops", async () => {
    await prometheus.reload(`${quiet("Down")}, ${firing("Slow")}`);
    await until(async () => (await statusOf("Down"))!.status === "healthy");
    expect((await statusOf("Slow"))!.status).toBe("unhealthy");
    await prometheus.stop();
    await until(async () => (await statusOf("Slow"))!.status === "healthy");
    expect(namesOf(await query())).toBe("Manual");
  });
});
