import { expect, test } from "vitest";
import { idOf } from "#tests/support/estate.ts";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";

const { server, db, person } = await openEstate(await startTestServer({ env: { ROLE: "web" } }));
const viewer = await person({ roles: ["viewer"] });
const editor = await person({ roles: ["editor"] });
const print = async ({ token }: Someone = viewer) =>
  (await server.fetch("/metrics", { headers: { authorization: `Bearer ${token}` } })).text();
const linesAbout = async (id: string) => (await print()).split("\n").filter((line) => line.includes(id));

test("every process prints the state of every check", async () => {
  const labels = (n: number) =>
    `key="${idOf("check", n)}",type="http",canary_name="canary ${n}",canary_namespace="default",name="check ${n}"`;
  expect(await linesAbout(idOf("check", 1))).toEqual([
    `canary_check{${labels(1)}} 0`,
    `canary_check_info{${labels(1)},endpoint="https://example.org/1",owner="ada",severity="high"} 0`,
  ]);
  expect((await linesAbout(idOf("check", 4)))[0]).toBe(`canary_check{${labels(4)}} 1`);
  await db
    .updateTable("checks")
    .set({ deleted_at: new Date().toISOString() })
    .where("id", "=", idOf("check", 4))
    .execute();
  expect(await linesAbout(idOf("check", 4))).toEqual([]);
});

test("counts runs with outcome and duration in the process that recorded them", async () => {
  const check = idOf("check", 2);
  const push = (body: object) => editor.ask("/api/canary/api/push", { method: "POST", body: { id: check, ...body } });
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
  await push({ status: true, duration: 8, time: at(1) });
  await push({ status: true, duration: 30, time: at(2) });
  await push({ status: false, duration: 40_000, time: at(3) });
  await push({ status: false, invalid: true, duration: 1, time: at(4) });
  const lines = (await linesAbout(check)).map((line) =>
    line.replace(/\{.*?(?:,(le="[^"]*"))?\} /, (_, le?: string) => (le ? `{${le}} ` : " ")),
  );
  expect(lines.slice(0, 7)).toEqual([
    "canary_check 1",
    "canary_check_info 1",
    "canary_check_count 4",
    "canary_check_success_count 2",
    "canary_check_failed_count 1",
    "canary_check_invalid_count 1",
    "canary_check_error_count 0",
  ]);
  expect(lines.slice(7)).toEqual([
    ...[1, 2, 2, 3, 3, 3, 3, 3, 3, 3].map(
      (count, n) =>
        `canary_check_duration_bucket{le="${[5, 10, 25, 50, 200, 500, 1000, 3000, 10000, 30000][n]}"} ${count}`,
    ),
    'canary_check_duration_bucket{le="+Inf"} 4',
    "canary_check_duration_sum 40039",
    "canary_check_duration_count 4",
  ]);
});

test("describes every metric once, before its lines", async () => {
  const text = await print();
  const described = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!);
  expect(new Set(described).size).toBe(described.length);
  expect(described).toEqual(
    expect.arrayContaining(["canary_check", "canary_check_duration", "canary_checks_running", "jobs"]),
  );
  let present = "";
  const strays = text.split("\n").filter((line) => {
    present = /^# TYPE (\S+)/.exec(line)?.[1] ?? present;
    return line !== "" && !line.startsWith("#") && !line.startsWith(present);
  });
  expect(strays).toEqual([]);
});

test("does not print check metrics for users who can see only some checks", async () => {
  const some = await person({ rules: [{ action: "read", canary_id: idOf("canary", 3) }] });
  for (const who of [some, await person()]) {
    const text = await print(who);
    expect(text).toContain("nodejs_");
    expect(text).not.toContain("canary_check");
  }
});
