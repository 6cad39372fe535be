// Tests approvals and the plans that they apply to.
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { newId } from "#lib/uuid/new-id.ts";
import type { PersonActor } from "#server/http/actor.ts";
import type { Role } from "#language/roles.ts";
import { testDatabase } from "#tests/support/database.ts";
import { attemptsOf, runOf, runPlaybooks, untilRun, writePlaybook } from "#tests/support/playbook-runs.ts";
import { until } from "#tests/support/running-system.ts";
import { approveRun } from "./approve.ts";

const { databases: db } = await testDatabase();
const system = await runPlaybooks(db);
const { probe, engine } = system;
afterAll(() => system.stop());
beforeEach(() => {
  probe.started.length = 0;
  probe.observed = "";
});

async function person(email: string, roles: readonly Role[] = ["editor"]): Promise<PersonActor> {
  const id = newId();
  await sql`insert into people (id, name, email) values (${id}, ${email}, ${email})`.execute(db.system);
  return { kind: "person", id, name: email, email, avatar: null, roles, rules: [], session: null };
}

async function team(name: string, ...members: readonly PersonActor[]): Promise<void> {
  const id = newId();
  await sql`
    insert into teams (id, name, icon, created_by) values (${id}, ${name}, 'group', ${members[0]!.id})`.execute(
    db.system,
  );
  for (const { id: person } of members)
    await sql`insert into team_members (team_id, person_id) values (${id}, ${person})`.execute(db.system);
}

const ada = await person("ada@example.org");
const grace = await person("grace@example.org");
const alan = await person("alan@example.org");
await team("sre", grace);

const playbook = (approval: object, more: object = {}) =>
  writePlaybook(db, { approval, actions: [{ name: "act", probe: { text: "go" } }], ...more });
const approve = (runId: string, actor: PersonActor, planHash?: string) =>
  approveRun(system, engine, { runId, actor, planHash });

test("DA-98 type all: every listed person and team has to approve once", async () => {
  const playbookId = await playbook({ approvers: { people: ["Ada@example.org"], teams: ["sre"] } });
  const id = await system.start({ playbookId });
  expect((await runOf(db, id)).status).toBe("pending_approval");
  expect(await approve(id, ada)).toBe("pending_approval");
  expect(await approve(id, ada)).toBe("pending_approval");
  await expect(approve(id, alan)).rejects.toThrow("You are not one of the approvers");
  expect(await approve(id, grace)).toBe("scheduled");
  await untilRun(db, id, "completed");
  const { rows } = await sql<{ person: string | null; team: string | null }>`
    select p.name as person, t.name as team
    from   playbook_approvals a left join people p on p.id = a.person_id left join teams t on t.id = a.team_id
    where  a.run_id = ${id} order by a.created_at`.execute(db.system);
  expect(rows).toEqual([
    { person: "ada@example.org", team: null },
    { person: null, team: "sre" },
  ]);
  await expect(approve(id, ada)).rejects.toThrow("this one is completed");
});

test("type any: one approval is enough, including the approval of the person who started the run", async () => {
  const playbookId = await playbook({ type: "any", approvers: { people: ["ada@example.org", "alan@example.org"] } });
  const own = await system.start({ playbookId, actor: ada });
  await untilRun(db, own, "completed");
  const other = await system.start({ playbookId, actor: grace });
  expect((await runOf(db, other)).status).toBe("pending_approval");
  await approve(other, alan);
  await untilRun(db, other, "completed");
});

test("an approver needs the right to approve; a playbook without approvers needs no approval", async () => {
  const viewer = await person("viewer@example.org", ["viewer"]);
  const id = await system.start({ playbookId: await playbook({ approvers: { people: ["viewer@example.org"] } }) });
  await expect(approve(id, viewer)).rejects.toMatchObject({ status: 403 });
  const free = await system.start({ playbookId: await playbook({}) });
  await expect(approve(free, ada)).rejects.toMatchObject({ status: 400 });
});

test("an approval is accepted only with the hash of the stored plan", async () => {
  const id = await system.start({ playbookId: await playbook({ approvers: { people: ["ada@example.org"] } }) });
  const { plan_hash: hash } = await runOf(db, id);
  expect(hash).toMatch(/^[\da-f]{64}$/);
  await expect(approve(id, ada, "0".repeat(64))).rejects.toMatchObject({ status: 409 });
  expect(await approve(id, ada, hash!)).toBe("scheduled");
  await untilRun(db, id, "completed");
});

test("if the plan has changed before the first action, the approvals become void and the former plan is shown", async () => {
  const id = await system.start({ playbookId: await playbook({ approvers: { people: ["ada@example.org"] } }) });
  const before = (await runOf(db, id)).plan_hash;
  probe.observed = " elsewhere";
  await approve(id, ada);
  const changed = await until(
    () => runOf(db, id),
    ({ plan_hash: hash }) => hash !== before,
  );
  expect(changed).toMatchObject({ status: "pending_approval", actions: [] });
  expect(probe.started).toEqual([]);
  const { rows } = await sql<{ former: string; now: string; voided: boolean }>`
    select r.former_plan #>> '{0,parts,0,text}' as former, r.plan #>> '{0,parts,0,text}' as now,
           (select bool_and(a.voided_at is not null) from playbook_approvals a where a.run_id = r.id) as voided
    from   playbook_runs r where r.id = ${id}`.execute(db.system);
  expect(rows[0]).toEqual({ former: "go", now: "go elsewhere", voided: true });
  await approve(id, ada);
  expect(attemptsOf(await untilRun(db, id, "completed"))).toEqual(["act 0 completed"]);
});

test("the hash includes values that the plan does not show", async () => {
  const config = newId();
  await sql`
    insert into config_items (id, name, type, config_class) values (${config}, 'one', 'Bound', 'Bound')`.execute(
    db.system,
  );
  const playbookId = await playbook(
    { approvers: { people: ["ada@example.org"] } },
    {
      configs: [{ types: ["Bound"] }],
      actions: [{ name: "act", probe: { text: "go", hidden: "{{ .config.name }}" } }],
    },
  );
  const id = await system.start({ playbookId, resource: { config_id: config } });
  const before = (await runOf(db, id)).plan_hash;
  await sql`update config_items set name = 'two' where id = ${config}`.execute(db.system);
  await approve(id, ada);
  const changed = await until(
    () => runOf(db, id),
    ({ status, plan_hash: hash }) => hash !== before || status === "completed",
  );
  expect(changed).toMatchObject({ status: "pending_approval", actions: [] });
  expect(probe.started).toEqual([]);
  await approve(id, ada);
  await untilRun(db, id, "completed");
});

test("if the plan changes while the first action sleeps, the approvals become void", async () => {
  const playbookId = await playbook(
    { approvers: { people: ["ada@example.org"] } },
    { actions: [{ name: "act", delay: "1h", probe: { text: "go" } }] },
  );
  const id = await system.start({ playbookId });
  const before = (await runOf(db, id)).plan_hash;
  await approve(id, ada);
  const { actions } = await untilRun(db, id, "sleeping");
  probe.observed = " elsewhere";
  // Ends the delay of the action.
  await sql`update playbook_run_actions set scheduled_time = now() where id = ${actions[0]!.id}`.execute(db.system);
  await system.jobs.send(db.system, engine.jobs[0]!, { action_id: actions[0]!.id });
  const changed = await until(
    () => runOf(db, id),
    ({ status, plan_hash: hash }) => hash !== before || status === "completed",
  );
  expect(changed).toMatchObject({ status: "pending_approval", actions: [] });
  expect(probe.started).toEqual([]);
});

test("a run that waits for approval is cancelled when the approvers of its playbook are removed or replaced", async () => {
  for (const approval of [undefined, { type: "any", approvers: { people: ["ada@example.org", "alan@example.org"] } }]) {
    const playbookId = await playbook({ approvers: { people: ["ada@example.org"], teams: ["sre"] } });
    const id = await system.start({ playbookId });
    await approve(id, ada);
    await db.system.transaction().execute(async (tx) => {
      await sql`
        update playbooks set spec = (spec - 'approval') || ${JSON.stringify({ approval })}::jsonb
        where  id = ${playbookId}`.execute(tx);
      await system.events.publish(tx, { name: "playbook.spec.approval.updated", id: playbookId });
    });
    const run = await untilRun(db, id, "cancelled", "completed");
    expect(run).toMatchObject({ status: "cancelled", actions: [] });
    expect(run.error).toContain("The approvers of the playbook have changed");
    expect(probe.started).toEqual([]);
  }
});

test("an action that depends on an earlier result is marked as decided later in the plan, and the approved run completes", async () => {
  const playbookId = await writePlaybook(db, {
    approval: { approvers: { people: ["ada@example.org"] } },
    actions: [
      { name: "first", probe: { text: "x" } },
      { name: "second", probe: { text: '{{ (getAction "first").result.text }}' } },
    ],
  });
  const id = await system.start({ playbookId });
  const { rows } = await sql<{ plan: { name: string; isDecidedLater?: boolean }[] }>`
    select plan from playbook_runs where id = ${id}`.execute(db.system);
  expect(rows[0]!.plan.map(({ name, isDecidedLater = false }) => [name, isDecidedLater])).toEqual([
    ["first", false],
    ["second", true],
  ]);
  await approve(id, ada);
  await untilRun(db, id, "completed");
});
