// Tests playbooks in manifest files, and the permissions to save them.
import { sql } from "kysely";
import { z } from "zod";
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { createProbe } from "#tests/support/playbook-runs.ts";
import { runSystem, until } from "#tests/support/running-system.ts";
import { defineAction } from "../action-kind.ts";
import { playbookManifests } from "./playbook-manifests.ts";
import { openPlaybook, type PlaybookRow } from "../runs/playbook-row.ts";
import { playbookSpecWith } from "../spec.ts";
import { playbookWritesWith } from "./writes.ts";

const { databases: db } = await testDatabase();
const changes: string[] = [];
const system = await runSystem(db, {
  listeners: [
    {
      event: "playbook.spec.approval.updated",
      name: "test.approvers",
      run: async ({ id }) => void changes.push(id as string),
    },
  ],
});
afterAll(() => system.stop());
const { kind } = createProbe();
const command = defineAction({
  type: "exec",
  title: "Command",
  icon: "terminal",
  onlyAdmins: true,
  spec: z.looseObject({ script: z.string() }),
  plan: async () => ({ summary: "", parts: [] }),
  run: async () => ({ result: {} }),
});
const kinds = [kind, command];
const spec = playbookSpecWith(kinds);
const manifests = playbookManifests({ spec });

const manifest = (body: string) =>
  `apiVersion: mission-control.flanksource.com/v1\nkind: Playbook\nmetadata:\n  name: restart\nspec:\n${body.replaceAll(/^/gm, "  ")}`;

async function apply(text: string, source = "file:playbooks.yaml") {
  const { items, faults } = manifests.read(text, { defaultName: "x" });
  expect(faults).toEqual([]);
  return manifests.apply(system, { source, items, isKept: () => false });
}

const playbooks = async () =>
  (
    await sql<PlaybookRow & { deleted_at: string | null; schedules: string[] }>`
      select p.*, array(select s.schedule from playbook_schedules s where s.playbook_id = p.id order by s.position) as schedules
      from   playbooks p where p.name = 'restart' order by p.created_at`.execute(db.system)
  ).rows;

const full = `title: Restart
category: Repairs
icon: play
on:
  schedule:
    - schedule: "@every 1h"
  webhook:
    path: restart
    authentication: { github: { token: { value: topsecret } } }
actions:
  - name: one
    probe: { text: hello }`;

test("a playbook is stored with its schedules and encrypted credentials, and deleted when its file is removed", async () => {
  await apply(manifest(full));
  const [stored] = await playbooks();
  expect(stored).toMatchObject({
    title: "Restart",
    category: "Repairs",
    icon: "play",
    source: "file:playbooks.yaml",
    schedules: ["@every 1h"],
  });
  expect(JSON.stringify(stored!.spec)).not.toContain("topsecret");
  expect(JSON.stringify(openPlaybook(system, stored!))).toContain("topsecret");
  expect(await manifests.sources(system, "file:")).toEqual(["file:playbooks.yaml"]);
  await manifests.apply(system, { source: "file:playbooks.yaml", items: [], isKept: () => false });
  expect(await playbooks()).toMatchObject([{ id: stored!.id, deleted_at: expect.any(String), schedules: [] }]);
  await apply(manifest(full));
  expect(await playbooks()).toMatchObject([{ id: stored!.id, deleted_at: null, schedules: ["@every 1h"] }]);
});

test("changed approvers in a file publish an event; an unchanged file does not publish an event", async () => {
  const body = (approval: string) => `${approval}actions: [{ name: one, probe: { text: hello } }]`;
  const approval = "approval: { type: any, approvers: { teams: [sre], people: [ada@example.org] } }\n";
  await apply(manifest(body(approval)));
  const [stored] = await playbooks();
  await until(() => changes.length === 1);
  await apply(manifest(body(approval)));
  await apply(manifest(body("")));
  await until(() => changes.length >= 2);
  expect(changes).toEqual([stored!.id, stored!.id]);
});

test("a second file cannot take over a playbook", async () => {
  await apply(manifest(full));
  const { faults } = await apply(manifest(full), "file:other.yaml").then(
    (applied) => ({ faults: JSON.stringify(applied) }),
    (error: unknown) => ({ faults: String(error) }),
  );
  expect(faults).toContain("There is already a playbook default/restart");
});

test("an invalid spec is refused, and each error has its position", () => {
  const faultsOf = (body: string) =>
    manifests.read(manifest(body), { defaultName: "x" }).faults.map(({ message }) => message);
  expect(faultsOf("actions: [{ name: a, probe: {} }, { name: a, probe: {} }]")[0]).toContain("earlier action");
  expect(faultsOf("actions: [{ name: a, probe: {}, exec: { script: x } }]")[0]).toContain("has several kinds");
  expect(
    faultsOf(
      'on: { schedule: [{ schedule: "@daily" }] }\napproval: { approvers: { people: [a@b.c] } }\nactions: [{ name: a, probe: {} }]',
    )[0],
  ).toContain("cannot be combined with approvers");
});

test("only administrators can save a command; other people can edit the rest of the playbook", async () => {
  const prepare = playbookWritesWith({ kinds, spec })["playbooks"]!.prepare!;
  const person = (roles: readonly string[]) => ({ kind: "person", id: "x", name: "x", email: "x", roles, rules: [] });
  const attempt = (roles: readonly string[], row: object, before: readonly object[] = []) =>
    prepare(
      {
        tx: db.system,
        actor: person(roles),
        relation: "playbooks",
        verb: before.length > 0 ? "update" : "insert",
        secrets: system.secrets,
      } as never,
      [row as never],
      before as never,
    );
  const written = {
    id: "01900000-0000-7000-8000-000000000001",
    spec: { actions: [{ name: "a", exec: { script: "true" } }] },
  };
  await expect(attempt(["editor"], written)).rejects.toMatchObject({ status: 403 });
  await expect(attempt(["admin"], written)).resolves.toHaveLength(1);
  const edited = { ...written, spec: { ...written.spec, title: "New title" } };
  await expect(attempt(["editor"], edited, [written])).resolves.toHaveLength(1);
  const changed = { ...written, spec: { actions: [{ name: "a", exec: { script: "false" } }] } };
  await expect(attempt(["editor"], changed, [written])).rejects.toMatchObject({ status: 403 });
});
