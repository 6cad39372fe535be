// Tests the output of actions: stored while they run, complete, limited, and without secrets.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { readEnv } from "#server/env/env.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { testDatabase } from "#tests/support/database.ts";
import { runOf, runPlaybooks, untilRun, writePlaybook } from "#tests/support/playbook-runs.ts";
import { until } from "#tests/support/running-system.ts";
import { createOutput } from "./output.ts";

const { databases: db } = await testDatabase();
const env = { ...readEnv({}), allowedVariables: new Map([["PLAYBOOK_TOKEN", "horse-battery-staple"]]) };
const system = await runPlaybooks(db, { around: { env } });
afterAll(() => system.stop());

const setProperty = (name: string, value: string) =>
  sql`insert into properties (name, value) values (${name}, ${value}) on conflict (name) do update set value = excluded.value`.execute(
    db.system,
  );

async function logOf(actionId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from artifacts where playbook_run_action_id = ${actionId} and path like '%/output.log'`.execute(
    db.system,
  );
  const { content } = await system.artifacts.open(rows[0]!.id);
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}

test("output is visible while the action runs, and complete in the artifact", async () => {
  const line = `${"söme output ".repeat(50)}\n`;
  const id = await system.start({
    playbookId: await writePlaybook(db, {
      actions: [{ name: "talk", probe: { output: line, times: 2_000, waits: true } }],
    }),
  });
  const stored = async () =>
    (
      await sql<{ bytes: number }>`
        select coalesce(sum(length(o.content)), 0)::int as bytes
        from   playbook_outputs o join playbook_run_actions a on a.id = o.action_id
        where  a.playbook_run_id = ${id}`.execute(db.system)
    ).rows[0]!.bytes;
  await until(stored, (bytes) => bytes === Buffer.byteLength(line) * 2_000);
  system.probe.release();
  const run = await untilRun(db, id, "completed");
  expect(await logOf(run.actions[0]!.id)).toBe(line.repeat(2_000));
  const { rows } = await sql<{ checksum: string }>`
    select checksum from artifacts where playbook_run_action_id = ${run.actions[0]!.id}`.execute(db.system);
  expect(rows).toEqual([{ checksum: createHash("sha256").update(line.repeat(2_000)).digest("hex") }]);
  expect(await stored()).toBe(0);
});

test("output beyond playbook.log.max is dropped with a note, and the action completes", async () => {
  await setProperty("playbook.log.max", "10Ki");
  const id = await system.start({
    playbookId: await writePlaybook(db, {
      actions: [{ name: "flood", probe: { output: `${"x".repeat(1023)}\n`, times: 100 } }],
    }),
  });
  const run = await untilRun(db, id, "completed");
  const log = await logOf(run.actions[0]!.id);
  expect(log.startsWith(`${"x".repeat(1023)}\n`.repeat(10))).toBe(true);
  expect(log).toContain("the rest is not stored");
  expect(log.length).toBeLessThan(10_500);
  // No character is cut in half.
  const other = await system.start({
    playbookId: await writePlaybook(db, { actions: [{ name: "flood", probe: { output: "漢".repeat(5_000) } }] }),
  });
  const { actions } = await untilRun(db, other, "completed");
  expect(await logOf(actions[0]!.id)).toMatch(/^漢{3413}\n… The output is longer/);
  await setProperty("playbook.log.max", "100MB");
});

test("a secret that arrives in two pieces is masked, also in the tail", async () => {
  const scrubber = createScrubber();
  scrubber.know("correct-horse");
  const id = await system.start({ playbookId: await writePlaybook(db, { actions: [{ name: "a", probe: {} }] }) });
  const { actions } = await untilRun(db, id, "completed");
  const output = createOutput(system, actions[0]!, scrubber);
  await output.write("the word is correct-");
  await output.write(Buffer.from("horse\nand ö".slice(0, 9)));
  const bytes = Buffer.from("ö\n");
  await output.write(bytes.subarray(0, 1));
  await output.write(bytes.subarray(1));
  await output.close();
  expect(output.tail).toBe("the word is ***\nandö\n");
  expect(await logOf(actions[0]!.id)).toBe("the word is ***\nandö\n");
});

test("a secret parameter is stored encrypted, decrypted for the action and masked in everything that is stored", async () => {
  const playbookId = await writePlaybook(db, {
    parameters: [{ name: "word", type: "secret" }, { name: "plain" }],
    actions: [{ name: "tell", probe: { text: "{{ .params.word }}", output: "says {{ .params.word }}!" } }],
  });
  const id = await system.start({ playbookId, parameters: { word: "open-sesame-42", plain: "visible" } });
  const run = await untilRun(db, id, "completed");
  const { rows } = await sql<{ parameters: unknown; everything: string }>`
    select r.parameters, r::text || a::text as everything
    from   playbook_runs r join playbook_run_actions a on a.playbook_run_id = r.id where r.id = ${id}`.execute(
    db.system,
  );
  expect(rows[0]!.parameters).toEqual({ word: "***", plain: "visible" });
  expect(rows[0]!.everything).not.toContain("open-sesame");
  expect(run.actions[0]!.result).toEqual({ attempt: 1, text: "***" });
  expect(await logOf((await runOf(db, id)).actions[0]!.id)).toBe("says ***!");
});

test("a parameter whose default contains a secret variable is encrypted", async () => {
  const playbookId = await writePlaybook(db, {
    env: [{ name: "TOKEN", value: "env://PLAYBOOK_TOKEN" }],
    parameters: [
      { name: "header", default: "Bearer {{ .env.TOKEN }}" },
      { name: "plain", default: "visible" },
    ],
    actions: [{ name: "tell", probe: { text: "{{ len .params.header }}" } }],
  });
  const id = await system.start({ playbookId });
  const run = await untilRun(db, id, "completed");
  const { rows } = await sql<{ parameters: unknown; everything: string }>`
    select r.parameters, r::text as everything from playbook_runs r where r.id = ${id}`.execute(db.system);
  expect(rows[0]!.parameters).toEqual({ header: "***", plain: "visible" });
  expect(rows[0]!.everything).not.toContain("horse-battery");
  // The action gets the plain value.
  expect(run.actions[0]!.result).toMatchObject({ text: String("Bearer horse-battery-staple".length) });
});
