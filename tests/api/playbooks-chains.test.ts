// Tests the rights of runs that no person starts directly: child runs and triggered runs. Also tests playbooks with the
// same name, and loops through notifications.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { actionKinds } from "#areas/playbooks/server/actions/index.ts";
import { playbooksWith } from "#areas/playbooks/server/index.ts";
import { maxChain } from "#areas/playbooks/server/triggers/start-triggered.ts";
import { serverAreas } from "../../main/areas.server.ts";
import { openEstate, type Someone } from "../permissions/estate-server.ts";
import { createProbe } from "../support/playbook-runs.ts";
import { until } from "../support/running-system.ts";
import { startTestServer } from "../support/test-server.ts";

const { kind } = createProbe();
const area = playbooksWith([...actionKinds, kind]);
const server = await startTestServer({
  areas: serverAreas.map((known) => (known.name === "playbooks" ? area : known)),
});
const { person, db } = await openEstate(server);
const editor = await person({ roles: ["editor"] });

async function create(spec: object, { name = `p-${randomUUID()}`, category = "" } = {}): Promise<string> {
  const { status, body, text } = await editor.ask("/playbooks?select=id", {
    method: "POST",
    headers: { prefer: "return=representation" },
    body: { name, category, spec: { ...spec, ...(category && { category }) } },
  });
  if (status !== 201) throw new Error(text);
  return (body as [{ id: string }])[0].id;
}

const probe = (fields: object = {}) => ({ actions: [{ name: "act", probe: fields }] });

interface Run {
  id: string;
  status: string;
  error: string | null;
  created_by: string | null;
  chain: number;
}

const runsOf = async (playbookId: string) =>
  (
    await sql<Run>`
      select id, status, error, created_by, chain from playbook_runs where playbook_id = ${playbookId}
      order  by created_at, id`.execute(db)
  ).rows;

async function ended(who: Someone, playbookId: string): Promise<Run> {
  const { status, body, text } = await who.ask("/api/playbook/run", { method: "POST", body: { id: playbookId } });
  if (status !== 201) throw new Error(text);
  const { run_id: id } = body as { run_id: string };
  const find = async () => (await runsOf(playbookId)).find((run) => run.id === id);
  return (await until(find, (run) => run !== undefined && ["completed", "failed"].includes(run.status)))!;
}

test("a child run has the rights of the person who started the first run", async () => {
  const [name, middleName] = [`child-${randomUUID()}`, `middle-${randomUUID()}`];
  const child = await create(probe({ text: "done" }), { name });
  const middle = await create(probe({ children: [name] }), { name: middleName });
  const top = await create(probe({ children: [middleName] }));
  expect(await ended(editor, top)).toMatchObject({ status: "completed" });
  expect(await runsOf(child)).toMatchObject([{ status: "completed", created_by: editor.id }]);

  const allowed = [top, middle].flatMap((playbook_id) =>
    ["read", "playbook:run"].map((action) => ({ action, playbook_id })),
  );
  const limited = await person({ rules: [...allowed, { action: "read", object: "playbook_runs" }] });
  // The probe waits for its child run and completes regardless of the result of the child run.
  await ended(limited, top);
  const refused = (await runsOf(middle)).at(-1)!;
  expect([refused.status, refused.created_by]).toEqual(["failed", limited.id]);
  expect(refused.error).toContain(`The playbook default/${name} cannot be started`);
  expect(await runsOf(child)).toHaveLength(1);
});

test("a child run of a triggered run has the rights of the system", async () => {
  const name = `child-${randomUUID()}`;
  const child = await create(probe(), { name });
  const path = `hook-${randomUUID()}`;
  await create({ ...probe({ children: [name] }), on: { webhook: { path } } });
  expect((await server.fetch(`/api/playbook/webhook/${path}`, { method: "POST" })).status).toBe(200);
  const [run] = await until(
    () => runsOf(child),
    ([first]) => first?.status === "completed",
  );
  expect(run!.created_by).toBe("00000000-0000-0000-0000-000000000001");
});

test("a person who is no longer active starts no child runs", async () => {
  const leaver = await person({ roles: ["editor"] });
  const name = `child-${randomUUID()}`;
  const child = await create(probe(), { name });
  const top = await create({
    actions: [
      { name: "leave", delay: "1500ms", probe: {} },
      { name: "act", probe: { children: [name] } },
    ],
  });
  const { status } = await leaver.ask("/api/playbook/run", { method: "POST", body: { id: top } });
  expect(status).toBe(201);
  await sql`update people set state = 'inactive' where id = ${leaver.id}`.execute(db);
  const [run] = await until(
    () => runsOf(top),
    ([first]) => first?.status === "failed",
  );
  expect(run!.error).toContain("no longer active");
  expect(await runsOf(child)).toEqual([]);
});

test("two playbooks with the same name in different categories are not confused", async () => {
  const name = `twin-${randomUUID()}`;
  const twins = [await create(probe(), { name }), await create(probe(), { name, category: "Repair" })];
  const top = await create(probe({ children: [name] }));
  const { status, error } = await ended(editor, top);
  expect([status, error]).toEqual([
    "failed",
    `act: There are 2 playbooks default/${name}, in the categories none, Repair. Rename all but one of them.`,
  ]);
  for (const twin of twins) expect(await runsOf(twin)).toEqual([]);
  // Each of the two playbooks is started by its id.
  expect((await ended(editor, twins[1]!)).status).toBe("completed");
  expect(await runsOf(twins[0]!)).toEqual([]);
});

test("two playbooks that start each other through notifications stop at a limit, with the reason", async () => {
  const pair = [await create(probe()), await create(probe())] as const;
  for (const [from, to] of [pair, pair.toReversed()] as [string, string][]) {
    const { status, text } = await editor.ask("/notifications", {
      method: "POST",
      body: {
        name: `after ${from}`,
        events: ["playbook.run.completed", "playbook.run.failed"],
        filter: `playbook.id == '${from}'`,
        playbook_id: to,
      },
    });
    expect([status, text]).toEqual([201, ""]);
  }
  await ended(editor, pair[0]);
  const runs = async () => (await Promise.all(pair.map(runsOf))).flat().sort((a, b) => a.chain - b.chain);
  const all = await until(runs, (found) => found.some(({ chain }) => chain > maxChain));
  expect(all.map(({ chain, status }) => [chain, status])).toEqual([
    ...Array.from({ length: maxChain + 1 }, (_, chain) => [chain, "completed"]),
    [maxChain + 1, "failed"],
  ]);
  const refused = all.at(-1)!;
  expect(refused.error).toContain(`${maxChain} runs started each other through notifications`);
  const { rows } = await sql<{ status: string; error: string }>`
    select status, error from notification_send_history where playbook_run_id = ${refused.id}`.execute(db);
  expect(rows).toEqual([{ status: "error", error: `The playbook cannot run: ${refused.error}` }]);
  // The refused run publishes no event, so nothing waits.
  const idle = async () =>
    (await server.system.jobs.counts()).every(({ pending, active }) => pending + active === 0) &&
    (await sql`select from event_inbox where retry_at is null limit 1`.execute(db)).rows.length === 0;
  await until(idle);
  expect(await runs()).toHaveLength(maxChain + 2);
});

test("a triggered run uses only the connections that its playbook may read", async () => {
  const target = createServer((_request, response) => response.end("ahoy"));
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  await db.insertInto("connections").values({ name: "gate", type: "http", url }).execute();
  await db.insertInto("properties").values({ name: "permissions.connections", value: "strict" }).execute();
  const [trusted, other] = [`trusted-${randomUUID()}`, `other-${randomUUID()}`];
  const triggered = async (name: string) => {
    const id = await create(
      {
        on: { webhook: { path: name } },
        actions: [{ name: "act", http: { connection: "connection://default/gate" } }],
      },
      { name },
    );
    const { status } = await fetch(`${server.url}/api/playbook/webhook/${name}`, { method: "POST" });
    expect(status).toBe(200);
    const [run] = await until(
      () => runsOf(id),
      (runs) => runs.some((each) => ["completed", "failed"].includes(each.status)),
    );
    return run!;
  };
  const selectors = { playbooks: [{ name: trusted }] };
  await db.insertInto("permission_groups").values({ name: "gatekeepers", selectors, created_by: editor.id }).execute();
  await db
    .insertInto("permissions")
    .values({ action: "read", object: "connection", subject_type: "group", subject: "gatekeepers" })
    .execute();
  expect(await triggered(trusted)).toMatchObject({ status: "completed", error: null });
  const refused = await triggered(other);
  expect(refused.status).toBe("failed");
  expect(refused.error).toContain("needs permission to read");
  await db.deleteFrom("properties").where("name", "=", "permissions.connections").execute();
  target.close();
});
