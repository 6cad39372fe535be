// Tests objects that remain between the runs of a check and are deleted later, against a stand-in that implements the
// documented API of Kubernetes.
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { writeCanary } from "#tests/support/running-checks.ts";
import { deckConfig, standInCluster } from "#tests/services/cluster.ts";
import { startStandIns } from "#tests/services/stand-in.ts";
import type { Json } from "#language/columns.ts";
import type { System, JobContext } from "#server/area.ts";
import { createLog } from "#server/log.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { runCheck } from "../../run/run-check.ts";
import { removeStatic } from "./static-objects.ts";

const { databases: db } = await testDatabase();
const host = "kube-static.example";
const cluster = standInCluster([]);
const standIns = await startStandIns({ [host]: cluster.answer });
const system = {
  db,
  env: { secretsDir: undefined, cluster: undefined, allowedVariables: new Map() },
  log: await createLog({ logLevel: "silent", logFormat: "json" }),
  outbound: () => standIns.outbound,
} as unknown as System;

const object = (kind: string, name: string, more: object = {}) => ({
  apiVersion: kind === "Ship" ? "harbour.example/v1" : "v1",
  kind,
  metadata: { name, ...more },
});
const written = (...staticResources: object[]) => ({
  name: "made",
  kubeconfig: deckConfig(host),
  waitFor: { disable: true },
  staticResources,
});

async function run(id: string, canary: string, spec: object) {
  const check = { id, type: "kubernetesResource", name: "made", labels: {}, spec };
  const owner = { id: canary, name: "static", namespace: "default", labels: {}, spec: {}, trust: "operator" as const };
  const signal = AbortSignal.timeout(15_000);
  const result = await runCheck({ ...check, canary: owner }, { ...system, system }, { signal });
  expect(result).toMatchObject({ verdict: "healthy", error: "" });
}

/** Runs the job and returns its failures. */
async function tidy(): Promise<string[]> {
  const failed: string[] = [];
  const fail = (error: unknown) => void failed.push(String(error));
  const context = { system, scrubber: createScrubber(), signal: AbortSignal.timeout(15_000), success() {}, fail };
  await removeStatic.run(context as unknown as JobContext<Record<string, never>>);
  return failed;
}

const there = () => cluster.objects.map(({ kind, metadata: { name } }) => `${kind}/${name}`).sort();
const noted = () => db.system.selectFrom("check_static_objects").select("name").orderBy("name").execute();

async function saved(spec: object) {
  const canary = await writeCanary(db, { kubernetesResource: [spec] } as unknown as Json, { name: randomUUID() });
  const { id } = await db.system
    .selectFrom("checks")
    .select("id")
    .where("canary_id", "=", canary)
    .executeTakeFirstOrThrow();
  return { canary, id };
}

beforeEach(async () => {
  cluster.objects = [];
  await db.system.deleteFrom("check_static_objects").execute();
});

test("deletes objects that the spec no longer lists, and keeps the others", async () => {
  const both = written(object("Pod", "kept"), object("Ship", "dropped"), object("Namespace", "wide"));
  const { id, canary } = await saved(both);
  await run(id, canary, both);
  await run(id, canary, both);
  expect(await tidy()).toEqual([]);
  expect(there()).toEqual(["Namespace/wide", "Pod/kept", "Ship/dropped"]);
  const remaining = written(object("Pod", "kept"));
  await db.system
    .updateTable("checks")
    .set({ spec: remaining as unknown as Json })
    .where("id", "=", id)
    .execute();
  expect(await tidy()).toEqual([]);
  expect(there()).toEqual(["Pod/kept"]);
  expect(await noted()).toEqual([{ name: "kept" }]);
});

test("deletes all objects with the canary, except objects that someone else has replaced", async () => {
  const spec = written(object("Pod", "ours"), object("Pod", "theirs"));
  const { id, canary } = await saved(spec);
  await run(id, canary, spec);
  cluster.objects = cluster.objects.map((item) =>
    item.metadata.name === "theirs" ? { ...item, metadata: { ...item.metadata, labels: {} } } : item,
  );
  await db.system
    .updateTable("canaries")
    .set({ deleted_at: new Date().toISOString() })
    .where("id", "=", canary)
    .execute();
  expect(await tidy()).toEqual([]);
  expect(there()).toEqual(["Pod/theirs"]);
  expect(await noted()).toEqual([]);
});

test("deletes the objects of an unsaved check after the maximum duration of a test run", async () => {
  await run(randomUUID(), randomUUID(), written(object("Pod", "tried")));
  expect(await tidy()).toEqual([]);
  expect(there()).toEqual(["Pod/tried"]);
  await db.system
    .updateTable("check_static_objects")
    .set({ created_at: new Date(Date.now() - 301_000).toISOString() })
    .execute();
  expect(await tidy()).toEqual([]);
  expect(there()).toEqual([]);
});

test("retries deleting objects in an unreachable cluster for a week", async () => {
  const spec = { ...written(object("Pod", "left")), kubeconfig: deckConfig(host, "another token") };
  await db.system
    .insertInto("check_static_objects")
    .values({
      check_id: randomUUID(),
      canary: { id: randomUUID(), name: "static", namespace: "default" },
      cluster: { kubeconfig: spec.kubeconfig },
      api_version: "v1",
      kind: "Pod",
      namespace: "default",
      name: "left",
      created_at: new Date(Date.now() - 6 * 86_400_000).toISOString(),
    })
    .execute();
  expect(await tidy()).toEqual([expect.stringMatching(/^default\/Pod\/left cannot be deleted: /)]);
  expect(await noted()).toHaveLength(1);
  await db.system
    .updateTable("check_static_objects")
    .set({ created_at: new Date(Date.now() - 8 * 86_400_000).toISOString() })
    .execute();
  await tidy();
  expect(await noted()).toEqual([]);
});
