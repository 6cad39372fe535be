// Tests the proposals for a small installation: a Kubernetes cluster and a cloud account.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { systemActor } from "#server/http/actor.ts";
import { unknownFields } from "#server/spec/unknown-fields.ts";
import { testDatabase } from "#tests/support/database.ts";
import { openTopologies } from "#tests/support/topology-runs.ts";
import { topologySpec } from "../spec.ts";
import { proposeTopologies } from "./proposals.ts";

const { databases: db } = await testDatabase();
const { system, create, run, tree } = await openTopologies(db);

/** Inserts an item below its parent, and returns its id and path. */
async function item(name: string, type: string, tags: object, parent?: { id: string; path: string }) {
  const path = parent ? [parent.path, parent.id].filter(Boolean).join(".") : "";
  const { rows } = await sql<{ id: string }>`
    insert into config_items (name, type, config_class, external_id, tags, parent_id, path, health)
    values (${name}, ${type}, ${type}, array[${name}], ${JSON.stringify(tags)}::jsonb, ${parent?.id ?? null}, ${path}, 'healthy')
    returning id`.execute(db.system);
  return { id: rows[0]!.id, path };
}

test("proposes a Kubernetes topology with the levels cluster, namespace, workload and pod, and others by tag and type", async () => {
  for (const cluster of ["north", "south"]) {
    const root = await item(cluster, "Kubernetes::Cluster", { cluster });
    for (const namespace of ["shop", "infra"]) {
      const tags = { cluster, namespace };
      const space = await item(namespace, "Kubernetes::Namespace", { cluster }, root);
      const web = await item(`${cluster}-${namespace}-web`, "Kubernetes::Deployment", tags, space);
      const set = await item(`${cluster}-${namespace}-web-1`, "Kubernetes::ReplicaSet", tags, web);
      await item(`${cluster}-${namespace}-web-1-x`, "Kubernetes::Pod", tags, set);
    }
  }
  await item("bucket", "AWS::S3::Bucket", { account: "7", region: "eu" });
  const proposals = await proposeTopologies(system, systemActor);
  for (const { spec } of proposals) {
    expect(topologySpec.safeParse(spec).error?.issues ?? []).toEqual([]);
    expect(unknownFields(topologySpec, spec)).toEqual([]);
  }
  expect(proposals.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
    expect.arrayContaining(["kubernetes kubernetes", "tag account", "tag region", "tag cluster", "type aws-s3-bucket"]),
  );

  const kubernetes = await create("estate", proposals[0]!.spec);
  const { log } = await run(kubernetes);
  expect(log.errors).toEqual([]);
  const expected = [
    "estate (north)",
    "estate (south)",
    "estate (north)/infra",
    "estate (south)/infra",
    ...["north", "south"].flatMap((cluster) =>
      ["infra", "shop"].flatMap((namespace) => [
        `${namespace}/${cluster}-${namespace}-web`,
        `${cluster}-${namespace}-web/${cluster}-${namespace}-web-1-x`,
      ]),
    ),
    "estate (north)/shop",
    "estate (south)/shop",
  ];
  expect((await tree(kubernetes)).toSorted()).toEqual(expected.toSorted());
  const { rows } = await sql<{ health: string; links: number }>`
    select c.stated_health as health, count(l.config_id)::int as links
    from   components c
    left   join config_component_relationships l on l.component_id = c.id and l.deleted_at is null
    where  c.topology_id = ${kubernetes} and c.parent_id is not null
    group  by c.id`.execute(db.system);
  expect(rows).toHaveLength(12);
  expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(new Set(['{"health":"healthy","links":1}']));

  const region = await create("regions", proposals.find(({ name }) => name === "region")!.spec);
  expect((await run(region)).log.errors).toEqual([]);
  expect(await tree(region)).toEqual(["regions (eu)/bucket", "regions (eu)"]);
});

test("proposes a cloud topology with the levels account, region, service and item", async () => {
  for (const account of ["shop", "data"])
    for (const region of ["eu-west-1", "us-east-1"]) {
      await item(`${account}-${region}-web`, "AWS::EC2::Instance", { account, region });
      await item(`${account}-${region}-net`, "AWS::EC2::VPC", { account, region });
      await item(`${account}-${region}-orders`, "AWS::RDS::DBInstance", { account, region });
    }
  await item("shop", "AWS::::Account", { account: "shop", region: "eu-west-1" });
  await item("vm", "Azure::VirtualMachine", { subscription: "main", region: "north" });
  const proposals = await proposeTopologies(system, systemActor);
  expect(proposals.filter(({ kind }) => kind === "cloud")).toMatchObject([
    { name: "aws", title: "AWS: account, region, service", items: 14 },
    { name: "azure", title: "Azure: subscription, region, service", items: 1 },
  ]);
  const build = async (name: string) => {
    const id = await create(`${name} estate`, proposals.find((one) => one.kind === "cloud" && one.name === name)!.spec);
    expect((await run(id)).log.errors).toEqual([]);
    return (await tree(id)).toSorted();
  };
  expect(await build("azure")).toEqual([
    "VirtualMachine/vm",
    "azure estate (main)",
    "azure estate (main)/north",
    "north/VirtualMachine",
  ]);
  const ofAccount = (account: string) => [
    `aws estate (${account})`,
    ...["eu-west-1", "us-east-1"].flatMap((region) => [
      `aws estate (${account})/${region}`,
      `${region}/EC2`,
      `${region}/RDS`,
      `EC2/${account}-${region}-web`,
      `EC2/${account}-${region}-net`,
      `RDS/${account}-${region}-orders`,
    ]),
  ];
  // The bucket of the first test is in the account 7.
  const other = ["aws estate (7)", "aws estate (7)/eu", "eu/S3", "S3/bucket"];
  expect(await build("aws")).toEqual([...ofAccount("shop"), ...ofAccount("data"), ...other].toSorted());
});
