import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { newId } from "#lib/uuid/new-id.ts";
import { testDatabase } from "#tests/support/database.ts";
import { runPlaybooks, untilRun, writePlaybook } from "#tests/support/playbook-runs.ts";
import { actionKinds } from "../actions/index.ts";
import { gitSourceOf } from "./git-source.ts";

const { databases: db } = await testDatabase();
const system = await runPlaybooks(db, { kinds: actionKinds });
afterAll(() => system.stop());

async function addItem(kind: string, name: string, config: object): Promise<string> {
  const id = newId();
  await sql`
    insert into config_items (id, name, type, config_class, config, tags)
    values (${id}, ${name}, ${`Kubernetes::${kind}`}, ${kind}, ${JSON.stringify(config)}::jsonb, '{"namespace": "flux"}')`.execute(
    db.system,
  );
  return id;
}

const labels = { "kustomize.toolkit.fluxcd.io/name": "shop", "kustomize.toolkit.fluxcd.io/namespace": "flux" };
const origin = (text: string) => ({ "config.kubernetes.io/origin": text });

await addItem("Kustomization", "shop", {
  spec: { path: "./clusters/prod", sourceRef: { kind: "GitRepository", name: "fleet" } },
});
await addItem("GitRepository", "fleet", {
  spec: { url: "ssh://git@code.example.org:2222/harbour/fleet.git", ref: { branch: "trunk" } },
});

const sourceOf = (metadata: object) => gitSourceOf(system, newId(), { config: { metadata }, scraper_id: null });

test("finds the repository, the branch and the file of an object that Flux applied", async () => {
  const git = {
    url: "ssh://git@code.example.org:2222/harbour/fleet.git",
    branch: "trunk",
    file: "clusters/prod/apps/web.yaml",
    dir: "clusters/prod/apps",
    link: "https://code.example.org/harbour/fleet/tree/trunk/clusters/prod/apps/web.yaml",
  };
  expect(await sourceOf({ labels, annotations: origin("path: apps/web.yaml\n") })).toEqual({
    ...git,
    git,
    kustomize: { path: "clusters/prod", file: "clusters/prod/kustomization.yaml" },
  });
  expect(await sourceOf({ labels })).toMatchObject({ file: "", dir: "clusters/prod" });
});

test("uses the Kustomize annotation, and returns nothing for other objects", async () => {
  const annotations = origin("path: base/web.yaml\nrepo: git@code.example.org:harbour/base.git\nref: v1\n");
  expect(await sourceOf({ annotations })).toMatchObject({
    url: "git@code.example.org:harbour/base.git",
    branch: "v1",
    file: "base/web.yaml",
    link: "https://code.example.org/harbour/base/tree/v1/base/web.yaml",
    kustomize: { path: "", file: "" },
  });
  expect(await sourceOf({})).toEqual({});
  expect(await sourceOf({ annotations: origin("path: [") })).toEqual({});
  expect(await sourceOf({ labels: { ...labels, "kustomize.toolkit.fluxcd.io/name": "other" } })).toEqual({});
});

test("the variable git is set for playbooks with a gitops action", async () => {
  const item = await addItem("Deployment", "web", { metadata: { labels } });
  const gitops = {
    name: "commit",
    if: "false",
    gitops: {
      repo: { url: "{{ .git.url }}" },
      commit: { author: "a", email: "b", message: "c" },
      files: [{ path: "{{ .git.dir }}/x", content: "" }],
    },
  };
  const actions = [{ name: "show", probe: { text: "{{ .git.git.branch }} {{ .git.dir }}" } }, gitops];
  const playbookId = await writePlaybook(db, { configs: [{ types: ["Kubernetes::Deployment"] }], actions });
  const run = await untilRun(
    db,
    await system.start({ playbookId, resource: { config_id: item } }),
    "completed",
    "failed",
  );
  expect(run).toMatchObject({
    status: "completed",
    actions: [{ result: { text: "trunk clusters/prod" } }, { status: "skipped" }],
  });
});
