// A rule selects resources with the rights of the person who wrote its spec. The rights are read for each run.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openEstate, type Rule as PermissionRule } from "#tests/permissions/estate-server.ts";
import { componentTree } from "#tests/support/component-tree.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { settleDone } from "../done/settle.ts";
import { applyRules } from "./engine.ts";
import { loadRules } from "./rule.ts";

const server = await startTestServer({ env: { ROLE: "web" } });
const { db, person } = await openEstate(server);
const tree = componentTree(server.system.db);
// The rules of the sample data would also match.
await sql`delete from incident_rules`.execute(db);

type Row = Record<string, string>;
const representation = { prefer: "return=representation" };
let ruleCount = 0;

/** A commander may write rules. */
async function author(rules: readonly PermissionRule[] = []) {
  const who = await person({ roles: ["commander"], rules });
  const save = async (spec: object) => {
    ruleCount += 1;
    const answer = await who.ask("/incident_rules", {
      method: "POST",
      body: { name: `rule ${ruleCount}`, spec, source: "UI" },
      headers: representation,
    });
    expect(answer).toMatchObject({ status: 201, body: [{ edited_by: who.id }] });
    return (answer.body as Row[])[0]!["id"]!;
  };
  return { ...who, save };
}

async function titlesOf(rule: string): Promise<readonly string[]> {
  const { rules } = await loadRules(db);
  await applyRules(server.system, { rules, among: "all", requireLead: async () => {}, recordsAll: true });
  const { rows } = await sql<{ title: string }>`
    select title from incidents where incident_rule_id = ${rule} order by title`.execute(db);
  return rows.map(({ title }) => title);
}

const lastRun = async (rule: string) => {
  const { rows } = await sql<{ status: string; details: object }>`
    select status, details from job_history where resource_id = ${rule} order by created_at desc, id desc limit 1`.execute(
    db,
  );
  return rows[0];
};

/** Two unhealthy config items with unique names. */
async function addItems(word: string) {
  const named = async (name: string) => {
    const id = await tree.config(undefined, { health: "unhealthy" });
    await sql`update config_items set name = ${name} where id = ${id}`.execute(db);
    return id;
  };
  return { open: await named(`${word} open`), hidden: await named(`${word} hidden`) };
}
const template = { title: "{{.name}} broke", description: "{{.config.name}} of {{.kind}}" };

test("titles and descriptions contain only resources that the author may read, checked again in each run", async () => {
  const { open, hidden } = await addItems("barge");
  const configs = [{ id: `${open},${hidden}` }];
  const limited = await author([{ action: "read", config_id: hidden, deny: true }]);
  const rule = await limited.save({ configs, template });
  expect(await titlesOf(rule)).toEqual(["barge open broke"]);
  const { rows } = await sql<{ text: string }>`
    select concat(i.title, i.description, h.title, e.description, e.evidence) as text
    from   incidents i join hypotheses h on h.incident_id = i.id left join evidences e on e.hypothesis_id = h.id
    where  i.incident_rule_id = ${rule}`.execute(db);
  expect(rows.map(({ text }) => text).join(" ")).not.toContain("barge hidden");

  // The author gets the right, and loses the right before the next failure.
  await sql`delete from permissions where person_id = ${limited.id}`.execute(db);
  expect(await titlesOf(rule)).toEqual(["barge hidden broke", "barge open broke"]);
  await db
    .insertInto("permissions")
    .values({ person_id: limited.id, action: "read", config_id: open, deny: true })
    .execute();
  await sql`update incidents set status = 'closed' where incident_rule_id = ${rule}`.execute(db);
  expect(await titlesOf(rule)).toEqual(["barge hidden broke", "barge hidden broke", "barge open broke"]);
});

test("a rule opens no incidents about kinds that its author may not read, and other rules still open them", async () => {
  const { open } = await addItems("tanker");
  const limited = await author([{ action: "read", object: "config_scrapers", deny: true }]);
  const other = await author();
  const [theirs, ours] = [
    await limited.save({ configs: [{ id: open }], template }),
    await other.save({ configs: [{ id: open }], template }),
  ];
  expect(await titlesOf(ours)).toEqual(["tanker open broke"]);
  expect(await titlesOf(theirs)).toEqual([]);
});

test("the rights of the last person who changed the spec apply, even if another person created the rule", async () => {
  const { open, hidden } = await addItems("schooner");
  const owner = await author();
  const rule = await owner.save({ configs: [{ id: open }], template });
  const limited = await author([{ action: "read", config_id: hidden, deny: true }]);
  const patch = (body: object) =>
    limited.ask(`/incident_rules?id=eq.${rule}`, { method: "PATCH", body, headers: representation });
  expect(await patch({ spec: { configs: [{ id: hidden }], template }, edited_by: owner.id })).toMatchObject({
    status: 200,
    body: [{ created_by: owner.id, edited_by: limited.id }],
  });
  expect(await titlesOf(rule)).toEqual([]);
  expect(await patch({ edited_by: owner.id })).toMatchObject({ body: [] });
  expect(await titlesOf(rule)).toEqual([]);
});

test("the rule of an inactive author opens no incidents, and the job history contains the reason", async () => {
  const { open } = await addItems("ketch");
  const gone = await author();
  const rule = await gone.save({ configs: [{ id: open }], template });
  await sql`update people set state = 'inactive' where id = ${gone.id}`.execute(db);
  expect(await titlesOf(rule)).toEqual([]);
  expect(await lastRun(rule)).toMatchObject({
    status: "FAILED",
    details: { errors: [expect.stringContaining("The author of the rule is not an active person.")] },
  });
});

test("texts that the automation writes do not reveal a resource's name to readers without rights on the resource", async () => {
  const { hidden } = await addItems("cutter");
  const rule = await (await author()).save({ configs: [{ id: hidden }] });
  const [title] = await titlesOf(rule);
  expect(title).toMatch(/^Config item of type \S+ is unhealthy$/);
  const { rows } = await sql<{ id: string }>`select id from incidents where incident_rule_id = ${rule}`.execute(db);
  const id = rows[0]!.id;
  const setHealth = (health: string) =>
    sql`update config_items set health = ${health} where id = ${hidden}`.execute(db);
  // The definition of done resolves the incident and opens it again, with reasons in the history.
  for (const health of ["healthy", "unhealthy"]) {
    await setHealth(health);
    await settleDone(server.system);
  }
  const limited = await person({ roles: ["viewer"], rules: [{ action: "read", config_id: hidden, deny: true }] });
  const full = await person({ roles: ["viewer"] });
  const paths = [
    `/incidents?id=eq.${id}&select=*,hypotheses(*,evidences(*)),incident_histories(*)`,
    `/incident_summary?id=eq.${id}`,
    `/api/incidents/${id}/evidence`,
    `/api/incidents/${id}/timeline`,
    `/api/incidents/${id}/replay`,
    `/api/incidents/${id}/postmortem`,
    `/api/incidents/${id}/export.html`,
  ];
  const textOf = async (who: typeof full) => {
    const answers = await Promise.all(paths.map((path) => who.ask(path)));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
    return answers.map(({ text }) => text).join("\n");
  };
  const seen = await textOf(full);
  expect(seen).toContain("cutter hidden");
  expect(seen).toContain("no longer met: a config item is unhealthy.");
  expect(await textOf(limited)).not.toContain("cutter hidden");
});
