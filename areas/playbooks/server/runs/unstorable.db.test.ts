// Tests results that the database rejects: the action still ends, and does not run again.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { startLocalServer } from "#tests/support/local-server.ts";
import { attemptsOf, runPlaybooks, untilRun, writePlaybook } from "#tests/support/playbook-runs.ts";
import { until } from "#tests/support/running-system.ts";
import { actionKinds } from "../actions/index.ts";

const { databases: db } = await testDatabase();
const echo = await startLocalServer();
const system = await runPlaybooks(db, { kinds: actionKinds });
afterAll(() => system.stop());

/** Runs one action that may be retried once. */
async function act(action: object) {
  const playbookId = await writePlaybook(db, {
    actions: [{ name: "act", retry: { limit: 1, duration: "5ms" }, ...action }],
  });
  return untilRun(db, await system.start({ playbookId }), "completed", "failed");
}

test("a result with NUL characters or with half of a surrogate pair is stored", async () => {
  const sent = ["a\0b", `${"\u{1F600}".repeat(40_000)}x`];
  for (const text of sent) {
    let requests = 0;
    echo.answer = (_request, response) => {
      requests += 1;
      response.end(text);
    };
    const run = await act({ http: { url: echo.url } });
    expect(attemptsOf(run)).toEqual(["act 0 completed"]);
    expect(requests).toBe(1);
    const { content } = run.actions[0]!.result as { content: string };
    expect(content.isWellFormed()).toBe(true);
    expect(content.endsWith(text === "a\0b" ? "ab" : "\u{1F600}x")).toBe(true);
  }
});

beforeAll(async () => {
  await sql`
    create function refuse_result() returns trigger language plpgsql as $$
    begin
      if new.result ->> 'text' = 'refused' then raise exception 'no room for this result'; end if;
      return new;
    end $$`.execute(db.system);
  await sql`
    create trigger refuse_result before update on playbook_run_actions
    for each row execute function refuse_result()`.execute(db.system);
});

test("an action keeps its status if its result cannot be stored", async () => {
  const run = await act({ probe: { text: "refused" } });
  expect(attemptsOf(run)).toEqual(["act 0 completed"]);
  expect(run.actions[0]!.result).toEqual({ error: "The result could not be stored: no room for this result" });
  expect(system.probe.started).toEqual(["act"]);
});

test("results of other actions that end at the same time are stored", async () => {
  const playbookId = await writePlaybook(db, {
    parameters: [{ name: "text" }],
    actions: [{ name: "say", probe: { waits: true, text: "{{ .params.text }}" } }],
  });
  const texts = ["one", "refused", "two", "three"];
  system.probe.started.length = 0;
  const ids = await Promise.all(texts.map((text) => system.start({ playbookId, parameters: { text } })));
  await until(() => system.probe.started.length === texts.length);
  system.probe.release();
  const runs = await Promise.all(ids.map((id) => untilRun(db, id, "completed")));
  const stored = runs.map((run) => (run.actions[0]!.result as { text?: string }).text);
  expect(stored).toEqual(["one", undefined, "two", "three"]);
});
