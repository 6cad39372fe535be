// Tests runs whose templates use unsafe values and parameters of all types, with the action kinds that interpret them.
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { newId } from "#lib/uuid/new-id.ts";
import { emptyDatabase, testDatabase } from "#tests/support/database.ts";
import { startLocalServer } from "#tests/support/local-server.ts";
import { runPlaybooks, untilRun, writePlaybook } from "#tests/support/playbook-runs.ts";
import { actionKinds } from "../actions/index.ts";

const { databases: db } = await testDatabase();
const { url } = await emptyDatabase();
const echo = await startLocalServer();
const system = await runPlaybooks(db, { kinds: actionKinds });
afterAll(() => system.stop());

const unsafe = "x'; touch never; --";
const parameters = [{ name: "x" }];

/** Runs a playbook with one action, and returns the action. */
async function act(action: object, spec: object = { parameters }, params: Record<string, string> = { x: unsafe }) {
  const playbookId = await writePlaybook(db, { ...spec, actions: [{ name: "act", ...action }] });
  const id = await system.start({ playbookId, parameters: params });
  return (await untilRun(db, id, "completed", "failed")).actions[0]!;
}

test("an unsafe value in a script is refused, and the error explains how to write it", async () => {
  const { status, error } = await act({ exec: { script: "echo {{ .params.x }}" } });
  expect(status).toBe("failed");
  expect(error).toContain("exec.script: The value of .params.x");
  expect(error).toContain("Write {{ .params.x | shellQuote }}");
});

test("an unsafe container argument is refused", async () => {
  const spec = { containers: [{ name: "a", image: "busybox", command: ["sh", "-c", "echo {{ .params.x }}"] }] };
  expect((await act({ pod: { name: "a", spec } })).error).toContain("pod.spec.containers.0.command.2: The value of");
});

test("an unsafe value in a query is bound", async () => {
  const { result } = await act({ sql: { url, query: "select {{ .params.x }}::text as v" } });
  expect(result).toMatchObject({ query: "select $1::text as v", rows: [{ v: unsafe }] });
});

test("a body is rendered as a template only with templateBody", async () => {
  echo.answer = (_request, response, body) => response.end(body);
  const block = { url: echo.url, method: "POST", body: "{{ .params.x }}" };
  expect((await act({ http: block })).result).toMatchObject({ content: "{{ .params.x }}" });
  expect((await act({ http: { ...block, templateBody: true } })).result).toMatchObject({ content: unsafe });
});

test("templates get the rows that parameters refer to", async () => {
  const [one, two] = [newId(), newId()];
  for (const [id, name] of [
    [one, "one"],
    [two, "two"],
  ])
    await sql`
      insert into config_items (id, name, type, config_class) values (${id}, ${name}, 'Chosen', 'Chosen')`.execute(
      db.system,
    );
  const spec = {
    parameters: [
      { name: "item", type: "config", properties: { filter: [{ types: ["Chosen"] }] } },
      { name: "items", type: "configs" },
      { name: "wait", type: "duration", default: "90s" },
      { name: "left" },
    ],
  };
  const text = "{{ .params.item.name }} {{ len .params.items }} {{ .params.wait }} [{{ .params.left }}]";
  const params = { item: one, items: '{"types":["Chosen"]}' };
  expect((await act({ probe: { text } }, spec, params)).result).toMatchObject({ text: "one 2 1m30s []" });
  await sql`update config_items set type = 'Other' where id = ${one}`.execute(db.system);
  await expect(act({ probe: { text } }, spec, params)).rejects.toMatchObject({
    status: 400,
    message: "item must be a config item that you can see and that matches the filter",
  });
});

test("the limits of a parameter are checked after its properties are rendered, and all problems are listed", async () => {
  const spec = {
    parameters: [
      { name: "limit", default: "5" },
      { name: "count", properties: { format: "number", max: "{{ .params.limit }}" } },
      { name: "who", type: "people" },
    ],
  };
  await expect(act({ probe: {} }, spec, { count: "6" })).rejects.toThrow("count must be at most 5");
  await expect(act({ probe: {} }, spec, { count: "6", limit: "7", who: newId() })).rejects.toThrow(
    "who must be an active person",
  );
  expect((await act({ probe: {} }, spec, { count: "6", limit: "7" })).status).toBe("completed");
});

test("the error contains the template that failed", async () => {
  const spec = { parameters: [{ name: "x", default: '{{ "a" | nofunction }}' }] };
  await expect(act({ probe: {} }, spec, {})).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining("parameters.x: There is no function nofunction") as string,
  });
});

test("the selected resource and its tags are variables", async () => {
  const id = newId();
  await sql`
    insert into config_items (id, name, type, config_class, tags)
    values (${id}, 'tagged', 'Thing', 'Thing', '{"quay": "3"}')`.execute(db.system);
  const actions = [{ name: "act", probe: { text: "{{ name }} {{ quay }} {{ .config.type }}" } }];
  const playbookId = await writePlaybook(db, { configs: [{ types: ["Thing"] }], actions });
  const run = await untilRun(
    db,
    await system.start({ playbookId, resource: { config_id: id } }),
    "completed",
    "failed",
  );
  expect(run.actions[0]!.result).toMatchObject({ text: "tagged 3 Thing" });
});
