// Tests credentials in specs over HTTP: they are written once, returned as ***, kept when *** is sent back, and used by
// runs. Each check sends requests to a server that requires the password.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { startLocalServer } from "../support/local-server.ts";
import { openEstate, type Someone } from "../permissions/estate-server.ts";
import { until } from "../support/running-system.ts";
import { scratchFolder } from "../support/scratch.ts";
import { startTestServer } from "../support/test-server.ts";

/** Starts servers and workers and runs checks, which takes long on a busy machine. */
vi.setConfig({ testTimeout: 300_000 });

const manifests = mkdtempSync(join(scratchFolder(), "spec-secrets-"));
afterAll(() => rmSync(manifests, { recursive: true }));
const { db, person } = await openEstate(await startTestServer({ env: { MANIFESTS_DIR: manifests } }));
const [admin, editor, guest] = [
  await person({ roles: ["admin"] }),
  await person({ roles: ["editor"] }),
  await person({ roles: ["guest"] }),
];

/** The server requires a user and a password, which are different for each path. */
const passwords: Record<string, string> = { "/a": "pass-a-1", "/b": "pass-b-1", "/file": "pass-f-1" };
const target = await startLocalServer();
target.answer = (request, response) => {
  const path = request.url!.split("?")[0]!;
  const wanted = `Basic ${Buffer.from(`ada:${passwords[path]}`).toString("base64")}`;
  response
    .writeHead(request.headers.authorization === wanted ? 200 : 401)
    .end(`${path} ${request.headers.authorization}`);
};
const { host } = new URL(target.url);

type Check = Record<string, unknown>;
interface Canary {
  id: string;
  spec: { schedule?: string; http: Check[] };
}

const byUrl = (path: string): Check => ({
  name: path,
  url: `http://ada:${passwords[path]}@${host}${path}`,
  responseCodes: [200],
});
const byField = (path: string): Check => ({
  name: path,
  url: `${target.url}${path}`,
  username: "ada",
  password: { value: passwords[path] },
  responseCodes: [200],
});
const full = { prefer: "return=representation" };

async function write(path: string, method: string, body: unknown, who: Someone = editor) {
  const reply = await who.ask(path, { method, headers: full, body });
  return { status: reply.status, text: reply.text, canary: (reply.body as Canary[])[0]! };
}
const saved = async (name: string, http: Check[]) => {
  const { status, text, canary } = await write("/canaries", "POST", { name, spec: { schedule: "@every 24h", http } });
  expect({ status, text: status === 201 ? "" : text }).toEqual({ status: 201, text: "" });
  return canary;
};
const change = (canary: Canary, http: Check[]) =>
  write(`/canaries?id=eq.${canary.id}`, "PATCH", { spec: { ...canary.spec, http } });

/** Returns the current result of each check of the canary, by name. */
async function runs({ id }: Pick<Canary, "id">): Promise<Record<string, boolean>> {
  const checks = await db
    .selectFrom("checks")
    .select(["id", "name"])
    .where("canary_id", "=", id)
    .where("deleted_at", "is", null)
    .execute();
  const passed = await Promise.all(
    checks.map(async (check) => {
      const { body, text } = await editor.ask(`/api/canary/run/check/${check.id}`, { method: "POST", body: {} });
      expect(text).not.toMatch(/pass-\w-\d/);
      return [check.name, (body as { pass: boolean }).pass] as const;
    }),
  );
  return Object.fromEntries(passed);
}

const canary = await saved("shop", [byUrl("/a"), byField("/b")]);

test("a stored credential is returned as ***, and the checks pass with it", async () => {
  expect(canary.spec.http).toMatchObject([
    { url: `http://ada:***@${host}/a` },
    { url: `${target.url}/b`, username: "ada", password: { value: "***" } },
  ]);
  expect(await runs(canary)).toEqual({ "/a": true, "/b": true });
  for (const path of ["/canaries", "/checks", "/canaries_with_status", "/check_summary"])
    expect((await guest.ask(path)).text).not.toMatch(/pass-\w-\d/);
});

test("a canary sent back unchanged keeps its credentials, even if its checks are reordered", async () => {
  const [a, b] = canary.spec.http as [Check, Check];
  expect((await change(canary, [a, b])).status).toBe(200);
  expect(await runs(canary)).toEqual({ "/a": true, "/b": true });
  const moved = await change(canary, [b, { ...a, description: "moved" }]);
  expect({ status: moved.status, http: moved.canary.spec.http.map(({ name }) => name) }).toEqual({
    status: 200,
    http: ["/b", "/a"],
  });
  const added = await change(canary, [{ name: "new", url: target.url }, b, a]);
  expect(added.status).toBe(200);
  expect(await runs(canary)).toEqual({ new: false, "/a": true, "/b": true });
  expect((await change(canary, [a, b])).status).toBe(200);
});

test("a URL whose other parts are edited keeps its password", async () => {
  const [a, b] = canary.spec.http as [Check, Check];
  expect((await change(canary, [{ ...a, url: `http://ada:***@${host}/a?page=2` }, b])).status).toBe(200);
  expect(await runs(canary)).toEqual({ "/a": true, "/b": true });
  expect((await change(canary, [{ ...a, url: `http://ada:wrong@${host}/a` }, b])).status).toBe(200);
  expect(await runs(canary)).toEqual({ "/a": false, "/b": true });
  expect((await change(canary, [byUrl("/a"), b])).status).toBe(200);
  expect(await runs(canary)).toEqual({ "/a": true, "/b": true });
});

test("*** without a stored value is rejected, and the error contains the field name", async () => {
  const [a, b] = canary.spec.http as [Check, Check];
  const fresh = await write("/canaries", "POST", { name: "fresh", spec: { http: [b] } });
  expect(fresh).toMatchObject({ status: 400, text: expect.stringContaining("spec.http.0.password.value") as unknown });
  const copied = await change(canary, [a, b, { ...b, name: "copy" }]);
  expect(copied).toMatchObject({ status: 400, text: expect.stringContaining("spec.http.2.password.value") as unknown });
  expect(await runs(canary)).toEqual({ "/a": true, "/b": true });
});

test("a change of only a password is recorded in the audit log and changes the row's version", async () => {
  const before = await db
    .selectFrom("canaries")
    .select(["spec", "spec_secrets", "updated_at"])
    .where("id", "=", canary.id)
    .executeTakeFirstOrThrow();
  passwords["/b"] = "pass-b-2";
  expect((await change(canary, [byUrl("/a"), byField("/b")])).status).toBe(200);
  const after = await db
    .selectFrom("canaries")
    .select(["spec", "spec_secrets", "updated_at"])
    .where("id", "=", canary.id)
    .executeTakeFirstOrThrow();
  expect(after.spec).toEqual(before.spec);
  expect(after.spec_secrets).not.toBe(before.spec_secrets);
  expect(after.updated_at > before.updated_at).toBe(true);
  expect(await runs(canary)).toEqual({ "/a": true, "/b": true });
  const log = await admin.ask(`/audit_log?resource_id=eq.${canary.id}&order=created_at.desc&limit=1`);
  expect(log.body).toMatchObject([{ action: "update", columns: ["spec"] }]);
  expect(log.text).not.toMatch(/pass-\w-\d/);
});

test("testing a check in the form uses the saved value for ***, but only for people who may save the check", async () => {
  const [a, b] = canary.spec.http as [Check, Check];
  const attempt = async (body: Record<string, unknown>, who = editor) => {
    const reply = await who.ask("/api/canary/try", { method: "POST", body });
    expect(reply.text).not.toMatch(/pass-\w-\d/);
    return { status: reply.status, pass: (reply.body as { pass?: boolean }).pass };
  };
  const form = { name: "shop", spec: { http: [a, b] } };
  expect(await attempt({ ...form, check: { type: "http", index: 0 } })).toEqual({ status: 200, pass: true });
  expect(await attempt({ ...form, check: { type: "http", index: 1 } })).toEqual({ status: 200, pass: true });
  expect(await attempt({ ...form, name: "another", check: { type: "http", index: 0 } })).toMatchObject({ status: 400 });
  const creator = await person({ rules: [{ action: "create", object: "canaries" }] });
  expect(await attempt({ ...form, check: { type: "http", index: 0 } }, creator)).toMatchObject({ status: 400 });
});

test("a password changed in a file takes effect, and a file with *** is rejected if no value is stored", async () => {
  const manifest = (check: Check, name = "kept") =>
    JSON.stringify({
      apiVersion: "canaries.flanksource.com/v1",
      kind: "Canary",
      metadata: {
        name,
        namespace: "files",
        annotations: { "kubectl.kubernetes.io/last-applied-configuration": JSON.stringify(check), team: "x" },
      },
      spec: { schedule: "@every 24h", http: [check] },
    });
  const stored = (name = "kept") =>
    db.selectFrom("canaries").selectAll().where("name", "=", name).where("namespace", "=", "files").executeTakeFirst();
  const file = join(manifests, "kept.yaml");
  writeFileSync(file, manifest({ ...byField("/file"), password: { value: "wrong" } }));
  const first = await until(stored, Boolean, 60_000);
  expect(first).toMatchObject({ spec: { http: [{ password: { value: "***" } }] }, annotations: { team: "x" } });
  expect(Object.keys(first!.annotations!)).toEqual(["team"]);
  const checks = () =>
    db.selectFrom("checks").select(["status", "last_runtime"]).where("canary_id", "=", first!.id).execute();
  await until(checks, ([check]) => check?.status === "unhealthy", 60_000);
  writeFileSync(file, manifest(byField("/file")));
  // The check is due immediately, although the masked spec is unchanged.
  await until(checks, ([check]) => check?.status === "healthy", 60_000);
  writeFileSync(join(manifests, "masked.yaml"), manifest({ ...byField("/file"), password: "***" }, "masked"));
  await until(
    () => db.selectFrom("job_history").select("details").where("details", "is not", null).execute(),
    (rows) => rows.some(({ details }) => JSON.stringify(details).includes("spec.http.0.password")),
    60_000,
  );
  expect(await stored("masked")).toBeUndefined();
});

test("a check that is edited directly, not in its canary, also keeps its credentials", async () => {
  const { id } = await db
    .selectFrom("checks")
    .select("id")
    .where("canary_id", "=", canary.id)
    .where("name", "=", "/b")
    .executeTakeFirstOrThrow();
  const { body } = await editor.ask(`/checks?id=eq.${id}`);
  const [check] = body as { spec: Check }[];
  expect((await write(`/checks?id=eq.${id}`, "PATCH", { spec: { ...check!.spec, description: "mine" } })).status).toBe(
    200,
  );
  expect(await runs(canary)).toEqual({ "/a": true, "/b": true });
  const named = await write("/checks", "POST", {
    canary_id: canary.id,
    type: "http",
    name: `http://u:pass-x-1@${host}`,
    spec: { name: "x", url: `http://u:pass-x-1@${host}` },
  });
  expect({ status: named.status, isLeaking: named.text.includes("pass-x-1") }).toEqual({
    status: 201,
    isLeaking: false,
  });
});

test("one credential cannot be written to several rows at once", async () => {
  const refused = await write("/canaries?name=in.(shop,kept)&source=eq.UI", "PATCH", { labels: { a: "b" } });
  expect(refused.status).toBe(200);
  await saved("second", [byUrl("/a")]);
  const many = await write("/canaries?name=in.(shop,second)", "PATCH", { spec: { http: [byUrl("/a")] } });
  expect(many).toMatchObject({ status: 400, text: expect.stringContaining("one row at a time") as unknown });
  expect(
    (await write("/canaries?name=in.(shop,second)", "PATCH", { spec: { http: [{ name: "plain", url: target.url }] } }))
      .status,
  ).toBe(200);
  const rows = await db.selectFrom("canaries").select("spec_secrets").where("name", "in", ["shop", "second"]).execute();
  expect(rows).toEqual([{ spec_secrets: null }, { spec_secrets: null }]);
});
