// Playbooks over HTTP: list, parameters, plan, runs, approvals, live output and notifications, with the permissions of
// the caller.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { playbooksWith } from "#areas/playbooks/server/index.ts";
import { serverAreas } from "../../main/areas.server.ts";
import { openEstate, type Someone } from "../permissions/estate-server.ts";
import { idOf } from "../support/estate.ts";
import { createProbe } from "../support/playbook-runs.ts";
import { until } from "../support/running-system.ts";
import { startTestServer } from "../support/test-server.ts";

const { probe, kind } = createProbe();
const area = playbooksWith([kind]);
const server = await startTestServer({
  areas: serverAreas.map((known) => (known.name === "playbooks" ? area : known)),
});
const { person, db } = await openEstate(server);
const editor = await person({ roles: ["editor"] });
const viewer = await person({ roles: ["viewer"] });
// The sample data silences some of its checks.
await sql`delete from notification_silences`.execute(db);

interface Answer {
  run_id: string;
  starts_at: string;
  error: string;
  message: string;
  status: string;
  params: { name: string; default?: string; properties?: object }[];
  actions: { id: string; name: string; kind: string; status: string; summary: string; parts: { text: string }[] }[];
  hash: string;
  needs_approval: boolean;
}

async function post(who: Someone, path: string, body: object = {}) {
  const { status, body: answer } = await who.ask(`/api/playbook${path}`, { method: "POST", body });
  return { status, body: answer as Answer };
}
const get = async (who: Someone, path: string) => {
  const { status, body } = await who.ask(`/api/playbook${path}`);
  return { status, body: body as Answer };
};

async function create(spec: object, name = `p ${Math.random()}`): Promise<string> {
  const { status, body, text } = await editor.ask("/playbooks?select=id", {
    method: "POST",
    headers: { prefer: "return=representation" },
    body: { name, spec },
  });
  if (status !== 201) throw new Error(text);
  return (body as [{ id: string }])[0].id;
}

const untilStatus = (id: string, ...statuses: readonly string[]) =>
  until(
    () => get(editor, `/run/${id}/status`),
    ({ body }) => statuses.includes((body as unknown as { run: { status: string } }).run.status),
  );

const action = (name: string, probe: object = {}) => ({ name, probe });
const config = idOf("config", 3);
const configType = (await sql<{ type: string }>`select type from config_items where id = ${config}`.execute(db))
  .rows[0]!.type;

test("DA-95 PB-23 starts a run with a resource and parameters; DA-08 the response contains run_id", async () => {
  const id = await create({
    configs: [{ types: [configType] }],
    parameters: [
      { name: "n", default: "1" },
      { name: "of", default: "{{ .config.name }}" },
    ],
    actions: [action("act", { text: "{{ .params.n }} of {{ .params.of }}" })],
  });
  const { status, body } = await post(editor, "/run", {
    id,
    config_id: config,
    component_id: null,
    check_id: null,
    params: { n: "3" },
  });
  expect(status).toBe(201);
  expect(Date.parse(body.starts_at)).not.toBeNaN();
  const state = await untilStatus(body.run_id, "completed");
  expect(state.body.actions).toMatchObject([{ name: "act", status: "completed", artifacts: null }]);
  const { rows } = await editor
    .ask(
      `/playbook_runs?id=eq.${body.run_id}&select=status,config:config_items(id),created_by,parameters,playbook_approvals(*)`,
    )
    .then(({ body: rows }) => ({ rows: rows as object[] }));
  expect(rows[0]).toMatchObject({
    status: "completed",
    config: { id: config },
    created_by: editor.id,
    parameters: { n: "3" },
    playbook_approvals: [],
  });
});

test("AC-18 DA-99 a viewer cannot start, approve or cancel runs; the starter and others with the permission can cancel", async () => {
  const id = await create({ actions: [action("long", { waits: true })] });
  expect(await post(viewer, "/run", { id })).toMatchObject({ status: 403, body: { error: expect.any(String) } });
  const { body } = await post(editor, "/run", { id });
  await until(() => probe.started.includes("long"));
  expect((await post(viewer, `/run/cancel/${body.run_id}`)).status).toBe(403);
  expect((await post(viewer, `/run/approve/${body.run_id}`)).status).toBe(403);
  expect(await post(editor, `/run/cancel/${body.run_id}`)).toEqual({
    status: 200,
    body: { message: "playbook run cancelled" },
  });
  await until(() => probe.aborted.length > 0);
  expect(await post(editor, `/run/cancel/${body.run_id}`)).toMatchObject({ status: 400 });
  // A person with a rule about one playbook can only start this playbook and cancel their own runs.
  const limited = await person({
    roles: ["viewer"],
    rules: [{ action: "playbook:run", playbook_id: id }],
  });
  const own = await post(limited, "/run", { id });
  expect(own.status).toBe(201);
  expect((await post(limited, "/run", { id: await create({ actions: [action("x")] }) })).status).toBe(403);
  expect((await post(limited, `/run/cancel/${own.body.run_id}`)).status).toBe(200);
});

test("invalid requests are refused with the reason", async () => {
  const id = await create({
    configs: [{ types: ["Nothing::Else"] }],
    parameters: [
      { name: "a", required: true },
      { name: "b", required: true },
    ],
    actions: [action("act")],
  });
  const error = async (body: object) => {
    const { status, body: answer } = await post(editor, "/run", body);
    return [status, answer.error];
  };
  expect(await error({ id })).toEqual([400, "missing required parameter(s): a,b"]);
  expect(await error({ id, params: { other: "1" } })).toEqual([
    400,
    "missing required parameter(s): a,b; unknown parameter(s): other (valid names: a, b)",
  ]);
  expect(await error({ id, config_id: config, check_id: idOf("check", 1) })).toEqual([
    400,
    "A run can have one resource: config_id, component_id or check_id.",
  ]);
  expect((await error({ id, config_id: config, params: { a: "1", b: "2" } }))[1]).toContain("does not apply");
  expect((await error({ id: idOf("config", 999), params: {} }))[0]).toBe(404);
  expect((await error({ id, config_id: idOf("playbook", 1), params: { a: "1", b: "2" } }))[0]).toBe(404);
  const filtered = await create({ filters: ["config.name == 'x' ? true : 'Only for x.'"], actions: [action("act")] });
  expect(await error({ id: filtered })).toEqual([400, "Only for x."]);
});

test("templates and conditions of an action can call playbook functions, and a misspelt function is refused", async () => {
  const save = (condition: string) =>
    create({ env: [{ name: "X", value: "a" }], actions: [{ ...action("act"), if: condition }] });
  await expect(save("success() && env.X == 'a'")).resolves.toEqual(expect.any(String));
  await expect(save("sucess()")).rejects.toThrow("There is no function sucess");
});

test("DA-96 lists the playbooks that apply to a resource, PB-13 with their fields", async () => {
  const name = `for ${configType}`;
  await create({ configs: [{ types: ["Nope"] }, { types: [configType] }], actions: [action("act")] }, name);
  await create({ components: [{ name: "*" }], actions: [action("act")] }, "for components");
  const names = async (query: string) => {
    const { body } = await editor.ask(`/api/playbook/list${query}`);
    return (body as { name: string; spec: object; parameters: object[] }[]).map((item) => item.name);
  };
  expect(await names(`?config_id=${config}`)).toContain(name);
  expect(await names(`?config_id=${config}`)).not.toContain("for components");
  expect(await names(`?component_id=${idOf("component", 1)}`)).toContain("for components");
  expect((await names("")).length).toBeGreaterThan(12);
  expect((await viewer.ask(`/api/playbook/list?config_id=${idOf("playbook", 1)}`)).status).toBe(404);
});

test("DA-97 renders defaults and properties of parameters for the resource and the values so far", async () => {
  const id = await create({
    configs: [{ types: [configType] }],
    parameters: [
      { name: "first", default: "{{ .config.name }}" },
      {
        name: "second",
        dependsOn: ["first"],
        default: "{{ .params.first }}!",
        properties: { regex: "^{{ .config.type }}" },
      },
    ],
    actions: [action("act")],
  });
  const { body } = await post(editor, `/${id}/params`, { id, config_id: config, params: { first: "chosen" } });
  expect(body.params.map((parameter) => parameter.default)).toEqual([expect.any(String), "chosen!"]);
  expect(body.params[1]!.properties).toEqual({ regex: `^${configType}` });
});

test("a plan shows what each action would do, and changes nothing", async () => {
  const id = await create({ parameters: [{ name: "t" }], actions: [action("act", { text: "{{ .params.t }}" })] });
  const before = probe.started.length;
  const { body } = await post(editor, `/${id}/plan`, { id, params: { t: "hello" } });
  expect(body).toMatchObject({
    needs_approval: false,
    actions: [{ name: "act", kind: "probe", summary: "probe hello", parts: [{ text: "hello" }, {}] }],
  });
  expect(probe.started.length).toBe(before);
});

test("DA-98 PB-11 a second person approves the plan that they reviewed", async () => {
  const approver = await person({ roles: ["editor"] });
  const { rows } = await sql<{ email: string }>`select email from people where id = ${approver.id}`.execute(db);
  const id = await create({
    approval: { type: "any", approvers: { people: [rows[0]!.email] } },
    actions: [action("act", { text: "careful" })],
  });
  const { body } = await post(editor, "/run", { id });
  const run = (await get(editor, `/run/${body.run_id}`)).body as unknown as { status: string; plan_hash: string };
  expect(run.status).toBe("pending_approval");
  expect((await post(editor, `/run/approve/${body.run_id}`)).status).toBe(403);
  expect((await post(approver, `/run/approve/${body.run_id}`, { plan_hash: "0" })).status).toBe(409);
  expect(await post(approver, `/run/approve/${body.run_id}`, { plan_hash: run.plan_hash })).toEqual({
    status: 200,
    body: { message: "playbook run approved" },
  });
  await untilStatus(body.run_id, "completed");
  const { body: approvals } = await viewer.ask(
    `/playbook_approvals?run_id=eq.${body.run_id}&select=person_id,plan_hash`,
  );
  expect(approvals).toEqual([{ person_id: approver.id, plan_hash: run.plan_hash }]);
});

test("a run is repeated with its parameters, including secret parameters, and no response contains the secrets", async () => {
  const id = await create({
    parameters: [{ name: "word", type: "secret", required: true }],
    actions: [action("act", { text: "{{ .params.word }}" })],
  });
  const first = await post(editor, "/run", { id, params: { word: "open-sesame-7" } });
  await untilStatus(first.body.run_id, "completed");
  const again = await post(editor, `/run/rerun/${first.body.run_id}`);
  expect(again.status).toBe(201);
  const state = await untilStatus(again.body.run_id, "completed", "failed");
  expect(JSON.stringify(state.body)).not.toContain("open-sesame");
  expect(state.body).toMatchObject({ run: { status: "completed", parameters: { word: "***" } } });
  // Another person could have changed the playbook so that it reveals the secret.
  const other = await person({ roles: ["editor"] });
  expect(await post(other, `/run/rerun/${first.body.run_id}`)).toMatchObject({
    status: 400,
    body: { error: "A run with secret parameters of another person cannot be repeated." },
  });
});

test("output is streamed while the action runs, from an offset to the end", async () => {
  const id = await create({ actions: [action("talk", { output: "tick ö\n", times: 3, waits: true })] });
  const { body } = await post(editor, "/run", { id });
  const [talking] = await until(
    async () => (await get(editor, `/run/${body.run_id}/status`)).body.actions,
    (actions) => actions[0]?.status === "running",
  );
  const follow = async (offset: number, onText?: (text: string) => void) => {
    const response = await server.fetch(`/api/playbook/action/${talking!.id}/output?offset=${offset}`, {
      headers: { authorization: `Bearer ${viewer.token}` },
    });
    expect(response.headers.get("content-type")).toBe("application/x-ndjson");
    let text = "";
    let end: object | undefined;
    let rest = "";
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const lines = `${rest}${chunk}`.split("\n");
      rest = lines.pop()!;
      for (const line of lines) {
        const value = JSON.parse(line) as { text?: string; end?: string };
        text += value.text ?? "";
        if (value.end) end = value;
      }
      onText?.(text);
    }
    return { text, end };
  };
  const whole = "tick ö\n".repeat(3);
  const seen = Promise.withResolvers<void>();
  const live = follow(0, (text) => text === whole && seen.resolve());
  await seen.promise;
  probe.release();
  expect(await live).toEqual({ text: whole, end: { offset: 24, end: "action" } });
  expect(await follow(8)).toEqual({ text: "tick ö\n".repeat(2), end: { offset: 24, end: "action" } });
});

test("a notification starts its playbook once for the failing check, and does not start it for the recovery", async () => {
  const id = await create({ checks: [{ name: "*" }], actions: [action("repair")] });
  const { status, text } = await editor.ask("/notifications", {
    method: "POST",
    body: { name: "repair", events: ["check.failed", "check.passed"], playbook_id: id },
  });
  expect([status, text]).toEqual([201, ""]);
  const check = idOf("check", 2);
  const publish = (name: string) =>
    db.transaction().execute((tx) => server.system.events.publish(tx, { name, id: check }));
  const messages = async () =>
    (
      await sql<{ event: string; status: string; run_status: string | null; check_id: string | null }>`
        select h.source_event as event, h.status, r.status as run_status, r.check_id
        from   notification_send_history h
        join   notifications n on n.id = h.notification_id
        left   join playbook_runs r on r.id = h.playbook_run_id
        where  n.playbook_id = ${id} order by h.created_at`.execute(db)
    ).rows;
  await publish("check.failed");
  const done = { event: "check.failed", status: "sent", run_status: "completed", check_id: check };
  expect(await until(messages, ([first]) => first?.status === "sent" && first.run_status === "completed")).toEqual([
    done,
  ]);
  await publish("check.passed");
  expect(await until(messages, (all) => all.length === 2 && all[1]!.status === "sent")).toEqual([
    done,
    { event: "check.passed", status: "sent", run_status: null, check_id: null },
  ]);
  expect((await viewer.ask(`/playbook_runs?playbook_id=eq.${id}&select=cause`)).body).toEqual([
    { cause: "notification" },
  ]);
});

test("if a recipient playbook fails or cannot start, the fallback of its rule runs", async () => {
  const spare = await create({ checks: [{ name: "*" }], actions: [action("spare")] });
  const broken = await create({ checks: [{ name: "*" }], actions: [action("broken", { fails: 9 })] });
  const unable = await create({ parameters: [{ name: "needed", required: true }], actions: [action("never")] });
  for (const playbook_id of [broken, unable]) {
    const { status, text } = await editor.ask("/notifications", {
      method: "POST",
      body: { name: `r ${playbook_id}`, events: ["check.failed"], playbook_id, fallback_playbook_id: spare },
    });
    expect([status, text]).toEqual([201, ""]);
  }
  const check = idOf("check", 3);
  await db.transaction().execute((tx) => server.system.events.publish(tx, { name: "check.failed", id: check }));
  const messages = async (playbookId: string) =>
    (
      await sql<{ purpose: string; status: string; error: string | null }>`
        select h.purpose, h.status, h.error
        from   notification_send_history h
        join   notifications n on n.id = h.notification_id
        where  n.playbook_id = ${playbookId} order by h.created_at, h.id`.execute(db)
    ).rows;
  const reasons = new Map([
    [broken, "broken: failed 1"],
    [unable, "The playbook cannot run: missing required parameter(s): needed"],
  ]);
  for (const [playbookId, error] of reasons) {
    const found = await until(
      () => messages(playbookId),
      (all) => ["sent", "skipped"].includes(all[1]?.status ?? ""),
    );
    expect(found.map(({ purpose }) => purpose)).toEqual(["event", "fallback"]);
    expect(found[0]).toMatchObject({ status: "error", error });
  }
  // Two rules have the same fallback, which runs once for the check.
  const runs = async () =>
    (await viewer.ask(`/playbook_runs?playbook_id=eq.${spare}&select=cause,check_id`)).body as object[];
  expect(await until(runs, ({ length }) => length > 0)).toEqual([{ cause: "notification", check_id: check }]);
});

test("only people who may read the run can download the output file of an action", async () => {
  const id = await create({ actions: [action("print", { output: "ledger\n" })] });
  const { body } = await post(editor, "/run", { id });
  await untilStatus(body.run_id, "completed");
  const find = async () => {
    const { rows } = await sql<{ id: string }>`
      select f.id from artifacts f join playbook_run_actions a on a.id = f.playbook_run_action_id
      where  a.playbook_run_id = ${body.run_id} and f.completed_at is not null`.execute(db);
    return rows[0];
  };
  const file = await until(find, (found) => found !== undefined);
  const path = `/api/artifacts/download/${file!.id}`;
  expect(await viewer.ask(path)).toMatchObject({ status: 200, text: "ledger\n" });
  const denied = await person({
    roles: ["viewer"],
    rules: [{ action: "read", object: "playbook_runs", deny: true }],
  });
  expect((await denied.ask(path)).status).toBe(403);
  const elsewhere = await person({
    rules: [
      { action: "read", object: "database" },
      { action: "read", object: "playbook_runs" },
      { action: "read", playbook_id: idOf("playbook", 3) },
    ],
  });
  expect((await elsewhere.ask(path)).status).toBe(404);
});
