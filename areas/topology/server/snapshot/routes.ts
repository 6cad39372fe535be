// Downloads of a snapshot: a zip file with JSON files about a component or a config item, for an analysis elsewhere.
import type { FastifyInstance, FastifyReply } from "fastify";
import { problem } from "#language/problem.ts";
import { readSpan } from "#areas/health/server/index.ts";
import { writeZip, type ZipEntry } from "#lib/zip/write-zip.ts";
import type { System } from "#server/area.ts";
import { claimsOf, reachOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { requireTopology, visibleIds } from "../tree/access.ts";
import type { TreeCopy } from "../forest/copy.ts";
import { visiblePart } from "../forest/forest.ts";
import { printTree } from "../tree/print.ts";
import { choicesOf, selectBranches, type Branch } from "../tree/select.ts";
import { collectChecks, collectConfigs, linkedTo } from "./collect.ts";

interface Wanted {
  related?: boolean | undefined;
  start?: string | undefined;
  end?: string | undefined;
}

/** All levels that a roll-up reads. */
const depth = 10;

export function snapshotRoutes(app: FastifyInstance, system: System, copy: TreeCopy): void {
  async function topologyZip(actor: Actor, id: string, wanted: Wanted): Promise<Buffer> {
    await requireTopology(system, actor, "the snapshot of a component");
    const { forest: all } = await copy.current();
    const visible = await visibleIds(system, actor);
    const seen = visible ? visiblePart(all, visible) : all;
    // Without related components, only children by parent are included.
    const forest = wanted.related ? seen : { ...seen, related: new Map<string, string[]>() };
    const branches = selectBranches(forest, { id, depth });
    if (branches.length === 0) throw problem.notFound("component", id);
    const linked = await linkedTo(system, actor, idsIn(branches));
    const span = readSpan({ start: wanted.start ?? "15m", end: wanted.end }, Date.now());
    return zipOf([
      { name: "components.json", content: [...printTree(forest, branches, choicesOf(forest))].join("") },
      ...file("configs.json", await collectConfigs(system, actor, linked.configs)),
      ...file("checks.json", await collectChecks(system, actor, linked.checks, span)),
    ]);
  }

  async function configZip(actor: Actor, id: string, wanted: Wanted): Promise<Buffer> {
    await system.features.require("config", "the snapshot of a config item");
    if (reachOf(actor, "read", "config_scrapers") === "none") throw problem.forbidden("read", "config_scrapers");
    const client = system.db.reading(claimsOf(actor, "read"));
    const related = wanted.related
      ? await client.query<{ id: string }>(
          `select config_id as id from config_relationships where related_id = $1 and deleted_at is null
           union
           select related_id from config_relationships where config_id = $1 and deleted_at is null`,
          [id],
        )
      : { rows: [] };
    const configs = (await collectConfigs(system, actor, [id, ...related.rows.map((row) => row.id)])) ?? [];
    if (!configs.some((config) => config["id"] === id)) throw problem.notFound("config item", id);
    const checks = await client.query<{ id: string }>(
      "select distinct check_id as id from check_config_relationships where config_id = any ($1::uuid[]) and deleted_at is null",
      [configs.map((config) => config["id"])],
    );
    const span = readSpan({ start: wanted.start ?? "15m", end: wanted.end }, Date.now());
    const ids = checks.rows.map((row) => row.id);
    return zipOf([
      ...file("configs.json", configs),
      ...file("checks.json", await collectChecks(system, actor, ids, span)),
    ]);
  }

  const options = { access: "signed-in" as const, type: "application/zip" };
  for (const call of [contract.snapshotTopology, contract.snapshotTopologyBefore])
    handle(
      app,
      call,
      schema.snapshotTopology,
      { ...options, summary: "A zip file with a component, everything below it, its config items and checks" },
      async ({ params, query, actor, reply }) => send(reply, await topologyZip(actor, params.id, query)),
    );
  handle(
    app,
    contract.snapshotConfig,
    schema.snapshotConfig,
    { ...options, summary: "A zip file with a config item, its insights and checks" },
    async ({ params, query, actor, reply }) => send(reply, await configZip(actor, params.id, query)),
  );
}

const zipOf = (entries: readonly ZipEntry[]) => writeZip(entries, new Date());

const file = (name: string, rows: readonly unknown[] | undefined): ZipEntry[] =>
  rows === undefined ? [] : [{ name, content: JSON.stringify(rows, undefined, 2) }];

const idsIn = (branches: readonly Branch[]): string[] => [
  ...new Set(branches.flatMap(({ entry, components }) => [entry.id, ...idsIn(components)])),
];

function send(reply: FastifyReply, zip: Buffer): Blob {
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  reply.header("content-disposition", `attachment; filename="snapshot-${time}.zip"`);
  return zip as unknown as Blob;
}
